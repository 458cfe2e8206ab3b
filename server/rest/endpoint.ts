import { z } from "zod";
import type { Ctx } from "../core/actor";
import type { ErrorCode, ErrorDetails } from "../core/errors";
import type { KeyRecord } from "../core/keys/record";
import type { Scope } from "../core/keys/scopes";
import { wireEncoder } from "../core/wire";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The names in braces of a path. */
type ParamName<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never;

/** What an endpoint's run gets: who calls, and the input that its schemas describe. */
export type Call<Path, Query, Body> = {
  ctx: Ctx;
  key: KeyRecord;
  params: Readonly<Record<ParamName<Path>, string>>;
  query: Query;
  body: Body;
  /** Whether If-Match, where it was sent, names this state of what the endpoint returns. */
  isCurrent(state: unknown): boolean;
};

/** By code: what is said, where it is not the catalogue's message, and what `details` holds. */
export type OwnFailures = {
  readonly [Code in ErrorCode]?: { error?: string; details?: ErrorDetails };
};

/** The tags that group endpoints. */
export type Tag = { name: string; description: string };

type SchemaNames = { returns: string; query?: string; body?: string };

type Contract<
  Path extends `/${string}`,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Returns extends z.ZodType,
> = {
  /** The operation's id in the OpenAPI document: what generated clients call it. */
  id: string;
  tag: Tag;
  method: Method;
  /** Below the base, with parameters in braces: `/accounts/{id}`. */
  path: Path;
  /** One line, and what an integrator should know beyond it. */
  summary: string;
  description?: string;
  /** The scope that the key needs; null where any key will do. */
  scope: Scope | null;
  /** Closed while the partner is suspended (specification, section 3); takes an Idempotency-Key. */
  write?: boolean;
  /** Returns a page: the wrapper adds `Link: rel="next"`. */
  paged?: boolean;
  /** Answers with an ETag of the body, and GET with 304 to a client that has it. */
  etag?: boolean;
  /** Honours If-Match by asking `isCurrent` within its change. */
  ifMatch?: boolean;
  /** Where nothing is said, answers are not to be stored. */
  cacheControl?: string;
  /** What each name in braces stands for. */
  params?: Readonly<Record<ParamName<Path>, string>>;
  query?: Query;
  body?: Body;
  returns: Returns;
  /** What its schemas are called in the OpenAPI document and the TypeScript client. */
  names: SchemaNames;
  /** Returns a part of the key's record: it stays one object until it is read anew, and is encoded once. */
  ofRecord?: boolean;
  status?: 200 | 201;
  /** The path, below the base, of what a write has made. */
  location?(result: z.input<Returns>): string;
  /** Failures of its own, beyond those that every endpoint shares, as the documentation shows them. */
  failures?: OwnFailures;
  /** A response, and a body that is taken, for the documentation, in wire names. */
  example: unknown;
  bodyExample?: object;
  run(
    call: Call<Path, z.infer<Query>, z.infer<Body>>,
  ): Promise<z.input<Returns>> | z.input<Returns>;
};

/** An endpoint as the list holds it. */
export type Endpoint = ReturnType<typeof endpoint>;

type Encode = (value: unknown) => string;

/** A result as its body. Throws a ZodError where it does not fit the schema. */
function encoderOf({ returns, ofRecord }: { returns: z.ZodType; ofRecord?: boolean }): Encode {
  const onWire = wireEncoder(returns);
  const encode: Encode = (value) => JSON.stringify(onWire(value));
  return ofRecord ? onceForEach(encode) : encode;
}

function onceForEach(encode: Encode): Encode {
  const encoded = new WeakMap<object, string>();
  return (value) => {
    const record = Object(value);
    const known = encoded.get(record);
    if (known !== undefined) return known;
    const text = encode(value);
    encoded.set(record, text);
    return text;
  };
}

/** Registers a schema's name: z.toJSONSchema() then refers to the schema instead of repeating it. */
function nameSchema(schema: z.ZodType, id: string): void {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}

/** Declares an endpoint: all that the wrapper, the documentation and the common tests need to know. */
export function endpoint<
  Path extends `/${string}`,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Returns extends z.ZodType,
>(contract: Contract<Path, Query, Body, Returns>) {
  const { names } = contract;
  if (contract.query && names.query) nameSchema(contract.query, names.query);
  if (contract.body && names.body) nameSchema(contract.body, names.body);
  nameSchema(contract.returns, names.returns);
  return {
    id: contract.id,
    tag: contract.tag,
    method: contract.method,
    path: contract.path as `/${string}`,
    summary: contract.summary,
    description: contract.description ?? "",
    scope: contract.scope,
    isWrite: contract.write ?? false,
    isPaged: contract.paged ?? false,
    hasEtag: contract.etag ?? false,
    takesIfMatch: contract.ifMatch ?? false,
    cacheControl: contract.cacheControl ?? null,
    location: (contract.location ?? null) as ((result: unknown) => string) | null,
    params: (contract.params ?? {}) as Readonly<Record<string, string>>,
    query: contract.query as z.ZodObject | undefined,
    body: contract.body as z.ZodType | undefined,
    returns: contract.returns as z.ZodType,
    names,
    status: contract.status ?? 200,
    failures: contract.failures ?? {},
    example: contract.example,
    bodyExample: contract.bodyExample,
    encode: encoderOf(contract),
    // The wrapper hands over what the schemas above have parsed, so the types hold.
    run: contract.run as (call: Call<never, unknown, unknown>) => unknown,
  };
}
