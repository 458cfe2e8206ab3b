import { z } from "zod";
import { MAX_COST } from "../../core/keys/limits";

export const MAX_SCOPES = 50;
export const MAX_SCOPE_LENGTH = 64;
export const ROUTE = /^\/[\x21-\x7e]{0,199}$/;

/** Scopes that a key is asked for. One that nobody has defined is missing in every key. */
export const RequiredScopes = z
  .array(z.string().min(1).max(MAX_SCOPE_LENGTH))
  .max(MAX_SCOPES)
  .default([])
  .describe("Scopes that the key must have, all of them");

/** A key's burst may be lower. */
export const Cost = z
  .int()
  .min(1)
  .max(MAX_COST)
  .default(1)
  .describe("Tokens that the request takes of the key's limit, at most the key's burst");

/** A path's template, for the request log of the key. */
export const Route = z
  .string()
  .regex(ROUTE, "Must be a path of up to 200 characters, without spaces.")
  .default("/")
  .describe("The path as a template, such as `/orders/{id}`, for the key's request log");
