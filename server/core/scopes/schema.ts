import { z } from "zod";
import { firstPart, isReserved } from "../kernel/scopes";
import { line } from "../values/text";

/** The most scopes that operators may define. */
export const MAX_SCOPES = 200;
export const MAX_SCOPE_NAME = 64;

const FORMAT =
  "Must be up to 64 characters: words of a-z, 0-9 and _ that start with a letter, with : or . between them, for example orders:read.";

/** The name of a scope of the company's own, for the partner API's own names are taken. */
export const ScopeName = z
  .string()
  .max(MAX_SCOPE_NAME, { error: FORMAT, abort: true })
  .regex(/^[a-z][a-z0-9_]*(?:[:.][a-z][a-z0-9_]*)*$/, { error: FORMAT, abort: true })
  .refine((name) => !isReserved(name), {
    error: ({ input }) =>
      `Must not begin with ${firstPart(String(input))}, which is reserved for the partner API. You can put a word in front, for example app.${String(input)}.`,
  });

export const ScopeDescription = line(200);

/** A scope as operators define it. */
export const ScopeSave = z.strictObject({ name: ScopeName, description: ScopeDescription });
export type ScopeSave = z.infer<typeof ScopeSave>;

/** `keys`: the number of active keys that lose it, as the operator saw it. */
export const ScopeRemove = z.strictObject({
  name: z.string().max(MAX_SCOPE_NAME),
  keys: z.int().min(0).default(0),
});
export type ScopeRemove = z.infer<typeof ScopeRemove>;

/** A scope of the company's own, as partners choose it. */
export type CompanyScope = { name: string; description: string };

/** A scope as operators see it, with the active keys that have it, and their partners. */
export type DefinedScope = CompanyScope & {
  keys: number;
  partners: number;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
  /** Its removal was interrupted and can be repeated. No key gets it any more. */
  isBeingRemoved: boolean;
};

/** The active keys that lost a removed scope, and their partners. */
export type RemovedScope = { name: string; keys: number; partners: number };
