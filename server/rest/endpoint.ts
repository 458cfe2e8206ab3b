import { z } from "zod";
import type { Ctx } from "../core/kernel/actor";
import type { ErrorCode, ErrorDetails } from "../core/kernel/errors";
import type { PlatformScope, Scope } from "../core/kernel/scopes";
import { wireEncoder } from "../core/kernel/wire";
import type { KeyType } from "../core/keys/format";
import type { CheckedKey, KeyRecord, PlatformKeyRecord } from "../core/keys/record";
import type { Attempts } from "./attempt";
import { type BodyLimits, USUAL_BODY } from "./body-limits";
import { etagOf } from "./conditional";
import type { EventWait } from "./event-waits";
import type { FileType } from "./file-type";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The parameter names of a route: those in braces. */
type ParamName<Route> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never;

/** The input of an endpoint's `run`: the caller, and the input that the schemas describe. */
type Call<Route, Query, Body> = {
  ctx: Ctx;
  params: Readonly<Record<ParamName<Route>, string>>;
  query: Query;
  body: Body;
  /** Whether If-Match, if sent, matches this state of the resource. */
  isCurrent(state: unknown): boolean;
};

/** A call uses these to wait for events. */
export type EventTools<Key extends CheckedKey> = {
  key: Key;
  /**
   * Lets the request wait for events that its key may see; null if it may not, or for 0 seconds. The
   * caller closes it.
   */
  openWait(seconds: number): Promise<EventWait<Key> | null>;
  /** Tells the client how long to wait before it asks again. Only if `asksAgain` is set. */
  askAgainAfter(seconds: number): void;
};

/** Only calls of the partners' API have these. */
type OfPartner = EventTools<KeyRecord>;

/** What the platform API adds to a call. */
type OfPlatform = EventTools<PlatformKeyRecord> & { attempts: Attempts };

/** For each code, the message, if it differs from the catalog's, and `details`. */
type OwnFailures = {
  readonly [Code in ErrorCode]?: { error?: string; details?: ErrorDetails };
};

/** The tags that group endpoints. */
type Tag = { name: string; description: string };

type SchemaNames = { returns: string; query?: string; body?: string };

type Contract<
  Route extends `${Method} /${string}`,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Returns extends z.ZodType,
  ScopeName extends string,
  More,
> = {
  /** The operation's ID in the OpenAPI document, and the method name in generated clients. */
  id: string;
  tag: Tag;
  /** The method, and the path below the base, with parameters in braces: `GET /accounts/{id}`. */
  route: Route;
  /** One line; `description` adds what an integrator should know beyond it. */
  summary: string;
  description?: string;
  /** The scope that the key needs; null if any key will do. */
  scope: ScopeName | null;
  /**
   * Requests other than GET are refused while the partner is suspended (specification, section 3)
   * and take an Idempotency-Key; with `false`, neither: a repeat is harmless.
   */
  write?: false;
  /** Takes no token of the key's own limit, because another key limits it. */
  unlimited?: true;
  /**
   * Sends an ETag of the body, as a GET does by default; a GET with a matching If-None-Match returns
   * 304.
   */
  etag?: boolean;
  /**
   * Honors If-Match: the schema with which a GET returns the resource. `run` calls `isCurrent`
   * within its transaction.
   */
  ifMatch?: z.ZodType;
  /** Its success may carry Retry-After: the client is to wait before it asks again. */
  asksAgain?: boolean;
  /** Defaults to `no-store`. */
  cacheControl?: string;
  /** A description of each path parameter. */
  params?: Readonly<Record<ParamName<Route>, string>>;
  query?: Query;
  body?: Body;
  /**
   * Reads a usual body, in wire names, as `body` would, but without zod, which takes longer than all
   * other checks of a short request. Null: the schema decides, and says what is wrong.
   */
  plainBody?: (json: Readonly<Record<string, unknown>>) => z.infer<Body> | null;
  /** By default, those of USUAL_BODY. */
  bodyLimits?: BodyLimits;
  returns: Returns;
  /** The names of its schemas in the OpenAPI document and the TypeScript client. */
  names: SchemaNames;
  /**
   * Returns part of the key's record. That object is reused until the record is read again, so it
   * is encoded only once.
   */
  ofRecord?: boolean;
  /** Other representations of the result, for those that prefer them by `Accept`. Only for reads. */
  files?: readonly FileType<z.input<Returns>>[];
  status?: 200 | 201;
  /** A field with a secret: null in what an Idempotency-Key replays after ten minutes. */
  shownOnce?: string;
  /** The path, below the base, of the resource that a write created. */
  location?(result: z.input<Returns>): string;
  /** The endpoint's own failures, beyond those that all endpoints share, as documented. */
  failures?: OwnFailures;
  /** A response and a request body for the documentation, in wire names. */
  example: unknown;
  bodyExample?: object;
  run(
    call: Call<Route, z.infer<Query>, z.infer<Body>> & More,
  ): Promise<z.input<Returns>> | z.input<Returns>;
};

/** A declared endpoint, without its type parameters. */
export type Endpoint = ReturnType<typeof declare>;

/** A response body, and its ETag; null if the endpoint sends none. */
type Representation = { body: string; etag: string | null };
type Represent = (value: unknown) => Representation;

/** Encodes a result as a response body. Throws a ZodError if it does not fit the schema. */
function representerOf(of: {
  returns: z.ZodType;
  hasEtag: boolean;
  ofRecord?: boolean;
}): Represent {
  const onWire = wireEncoder(of.returns);
  const represent: Represent = (value) => {
    const body = JSON.stringify(onWire(value));
    return { body, etag: of.hasEtag ? etagOf(body) : null };
  };
  return of.ofRecord ? onceForEach(represent) : represent;
}

/** The ETag with which a GET returns a state of the resource. */
function stateEtagOf(schema: z.ZodType): (state: unknown) => string {
  const onWire = wireEncoder(schema);
  return (state) => etagOf(JSON.stringify(onWire(state)));
}

function onceForEach(represent: Represent): Represent {
  const represented = new WeakMap<object, Representation>();
  return (value) => {
    const record = Object(value);
    const known = represented.get(record);
    if (known !== undefined) return known;
    const made = represent(value);
    represented.set(record, made);
    return made;
  };
}

/** Names a schema, so that z.toJSONSchema() refers to it instead of repeating it. */
function nameSchema(schema: z.ZodType, id: string): void {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}

/** Declares an endpoint: everything the API, the documentation and the common tests need. */
export function endpoint<
  Route extends `${Method} /${string}`,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Returns extends z.ZodType,
>(contract: Contract<Route, Query, Body, Returns, Scope, OfPartner>): Endpoint {
  return declare(contract, "partner");
}

/** Like endpoint(), of the platform API. */
export function platformEndpoint<
  Route extends `${Method} /${string}`,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Returns extends z.ZodType,
>(contract: Contract<Route, Query, Body, Returns, PlatformScope, OfPlatform>): Endpoint {
  return declare(contract, "platform");
}

function declare<
  Route extends `${Method} /${string}`,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Returns extends z.ZodType,
  ScopeName extends string,
  More,
>(contract: Contract<Route, Query, Body, Returns, ScopeName, More>, keyType: KeyType) {
  const { names } = contract;
  const [method, path] = contract.route.split(" ") as [Method, `/${string}`];
  const hasEtag = contract.etag ?? method === "GET";
  if (contract.query && names.query) nameSchema(contract.query, names.query);
  if (contract.body && names.body) nameSchema(contract.body, names.body);
  nameSchema(contract.returns, names.returns);
  return {
    id: contract.id,
    /** The type of key that it takes. */
    keyType,
    tag: contract.tag,
    method,
    path,
    summary: contract.summary,
    description: contract.description ?? "",
    scope: contract.scope as string | null,
    /** The same as a list. */
    scopes: contract.scope === null ? [] : [contract.scope as string],
    isUnlimited: contract.unlimited ?? false,
    isWrite: contract.write ?? method !== "GET",
    /** Returns a page: the wrapper adds `Link: rel="next"`. */
    isPaged: "cursor" in (contract.query?.shape ?? {}),
    /**
     * A read of the database, which takes its turn; one that may wait for news would keep it
     * meanwhile. Those without a scope return what is known of the key.
     */
    takesTurns:
      method === "GET" && contract.scope !== null && !("wait" in (contract.query?.shape ?? {})),
    hasEtag,
    asksAgain: contract.asksAgain ?? false,
    takesIfMatch: contract.ifMatch !== undefined,
    stateEtag: stateEtagOf(contract.ifMatch ?? contract.returns),
    cacheControl: contract.cacheControl ?? null,
    location: (contract.location ?? null) as ((result: unknown) => string) | null,
    params: (contract.params ?? {}) as Readonly<Record<string, string>>,
    query: contract.query as z.ZodObject | undefined,
    body: contract.body as z.ZodType | undefined,
    plainBody: (contract.plainBody ?? null) as ((json: object) => unknown) | null,
    bodyLimits: contract.bodyLimits ?? USUAL_BODY,
    returns: contract.returns as z.ZodType,
    names,
    files: (contract.files ?? []) as readonly FileType<unknown>[],
    status: contract.status ?? 200,
    shownOnce: contract.shownOnce ?? null,
    failures: contract.failures ?? {},
    example: contract.example,
    bodyExample: contract.bodyExample,
    represent: representerOf({ ...contract, hasEtag }),
    // The API passes only input that the schemas above have parsed, so the types hold.
    run: contract.run as (call: Call<never, unknown, unknown>) => unknown,
  };
}
