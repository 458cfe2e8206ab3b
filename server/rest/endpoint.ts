import type { z } from "zod";
import type { Ctx } from "../core/actor";
import type { ErrorCode } from "../core/errors";
import type { KeyRecord } from "../core/keys/record";
import type { Scope } from "../core/keys/scopes";
import { wireEncoder } from "../core/wire";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What an endpoint's run gets: who calls, and the input that its schemas describe. */
export type Call<Query, Body> = {
  ctx: Ctx;
  key: KeyRecord;
  params: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
};

type Contract<Query extends z.ZodObject, Body extends z.ZodType, Returns extends z.ZodType> = {
  method: Method;
  /** Below the base, with parameters in braces: `/accounts/{id}`. */
  path: `/${string}`;
  /** One line, and what an integrator should know beyond it. */
  summary: string;
  description?: string;
  /** The scope that the key needs; null where any key will do. */
  scope: Scope | null;
  /** Closed while the partner is suspended (specification, section 3). */
  write?: boolean;
  query?: Query;
  body?: Body;
  returns: Returns;
  status?: 200 | 201;
  /** Failures of its own, beyond those that every endpoint shares. */
  errors?: readonly ErrorCode[];
  /** A response for the documentation, with wire names. */
  example: unknown;
  run(call: Call<z.infer<Query>, z.infer<Body>>): Promise<z.input<Returns>> | z.input<Returns>;
};

/** An endpoint as the list holds it. */
export type Endpoint = ReturnType<typeof endpoint>;

/** Declares an endpoint: all that the wrapper, the documentation and the common tests need to know. */
export function endpoint<
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Returns extends z.ZodType,
>(contract: Contract<Query, Body, Returns>) {
  return {
    method: contract.method,
    path: contract.path,
    summary: contract.summary,
    description: contract.description ?? "",
    scope: contract.scope,
    isWrite: contract.write ?? false,
    query: contract.query as z.ZodObject | undefined,
    body: contract.body as z.ZodType | undefined,
    returns: contract.returns as z.ZodType,
    status: contract.status ?? 200,
    errors: contract.errors ?? [],
    example: contract.example,
    encode: wireEncoder(contract.returns),
    // The wrapper hands over what the schemas above have parsed, so the types hold.
    run: contract.run as (call: Call<unknown, unknown>) => unknown,
  };
}
