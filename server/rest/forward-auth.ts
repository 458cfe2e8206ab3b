import { LRUCache } from "lru-cache";
import { z } from "zod";
import { checked } from "../core/kernel/checked";
import { fail, isDomainError, refuse } from "../core/kernel/errors";
import { newId } from "../core/kernel/ids";
import type { PlatformScope } from "../core/kernel/scopes";
import { asFailure, errorAnswer } from "./answer";
import type { Api } from "./api";
import type { Attempt, Attempted, Attempts } from "./attempt";
import { authenticateUnlimited } from "./authenticate";
import type { ApiAnswer, ApiRequest, ApiServices, Exchange } from "./exchange";
import { assertHeaderSize } from "./input";
import { note } from "./note";
import { Cost, RequiredScopes, Route } from "./platform/attempt-input";
import { PLATFORM_BASE_PATH } from "./route";

/** Below the base path. Any method: some proxies send that of the request that they ask about. */
export const FORWARD_AUTH_PATH = "/forward-auth";

const SCOPE = "keys:verify" satisfies PlatformScope;
const ENDPOINT = { path: FORWARD_AUTH_PATH, scope: SCOPE, scopes: [SCOPE], isWrite: false };
const METHOD = /^[A-Z]{1,20}$/;

const Query = z.strictObject({
  scope: RequiredScopes,
  route: Route,
  cost: z.preprocess((text) => (text === undefined ? text : Number(text)), Cost),
});
type Query = z.infer<typeof Query>;

/** A proxy sends the same few queries all the time. */
const queries = new LRUCache<string, Query>({ max: 1_000 });

type Services = ApiServices & {
  attempts: Attempts;
  /** The address of whom the proxy asks about, as the proxy names it; null if it names none. */
  callerAddress: (request: ApiRequest) => string | null;
};

/**
 * Answers proxies that ask whether to pass on a request to the company's own API (nginx's
 * `auth_request`, Caddy's `forward_auth`, Traefik's ForwardAuth, Envoy's `ext_authz`): 200 with who
 * calls, or the refusal that the caller is to get. The proxy's own credential is X-Platform-Key.
 * Never rejects.
 */
export function createForwardAuth(services: Services): Api {
  return async (request) => {
    const exchange = exchangeOf(request, services.core.clock.now());
    const answer = await respond(services, exchange, request).catch((error: unknown) =>
      errorAnswer(asFailure(services, error, exchange), exchange),
    );
    note(services, exchange, answer.status);
    return answer;
  };
}

async function respond(
  services: Services,
  exchange: Exchange,
  request: ApiRequest,
): Promise<ApiAnswer> {
  assertHeaderSize(request);
  const begin = async () => services.attempts.decide(readAttempt(services, request));
  const { begun } = await authorizeProxy(services, exchange, begin);
  const attempted = await begun;
  return attempted.refusal ? refused(attempted) : admitted(attempted);
}

/**
 * What is wrong with the proxy's own key is for its operator: the caller, who may hold a good key of
 * a partner, gets a 500, and the log says why.
 */
async function authorizeProxy<T>(
  services: Services,
  exchange: Exchange,
  begin: () => Promise<T>,
): Promise<{ begun: Promise<T> }> {
  try {
    return await authenticateUnlimited(services, exchange, { endpoint: ENDPOINT, begin });
  } catch (error) {
    if (!isDomainError(error) || error.code === "unavailable") throw error;
    const { code } = error;
    services.core.log.warn(
      { code },
      "forward authentication: the proxy's X-Platform-Key is refused",
    );
    fail("proxy_not_authorized");
  }
}

function readAttempt(services: Services, request: ApiRequest): Attempt {
  const { own, path } = splitQuery(request.url.search);
  const query = queries.get(own) ?? readOwn(own);
  queries.set(own, query);
  const header = (name: string) => request.header(name);
  // Envoy sends the method and, behind `path=`, the path themselves.
  const method = path === null ? header("x-forwarded-method") : request.method;
  if (method === null || !METHOD.test(method)) {
    fail("invalid_request", {
      message: "The proxy must send the method of the request as X-Forwarded-Method.",
    });
  }
  return {
    authorization: header("authorization"),
    scopes: query.scope,
    cost: query.cost,
    method,
    route: query.route,
    path: path ?? header("x-forwarded-uri"),
    address: services.callerAddress(request),
    asker: request.address,
    headers: {
      "x-client-id": header("x-client-id"),
      "user-agent": header("user-agent"),
      "idempotency-key": header("idempotency-key"),
    },
  };
}

/** Everything after `path=` is the path of the request, with its query. */
function splitQuery(search: string): { own: string; path: string | null } {
  const at = search.search(/[?&]path=/);
  if (at === -1) return { own: search, path: null };
  return { own: search.slice(0, at), path: search.slice(at + "?path=".length) };
}

const NO_SCOPE = "Must not be empty. Leave it out to admit keys with any scopes.";

function readOwn(search: string): Query {
  const given = new URLSearchParams(search);
  const scopes = given.getAll("scope").map((value) => value.split(" ").filter(Boolean));
  // A variable of the proxy that has no value must not admit any key.
  if (scopes.some(({ length }) => length === 0)) refuse({ path: "scope", message: NO_SCOPE });
  const result = checked(Query, { ...Object.fromEntries(given), scope: scopes.flat() });
  if ("value" in result) return result.value;
  const [{ path, message }] = result.issues;
  return fail("validation_failed", {
    message: `${path || "Request"}: ${message}`,
    details: { issues: result.issues },
  });
}

function admitted({ key, headers }: Attempted & { refusal: null }): ApiAnswer {
  const { id, partner, scopes } = key;
  return {
    status: 200,
    // New fields come first: added after a spread, they make V8 build a slow object each time.
    headers: {
      "x-partner-id": partner.id,
      "x-partner-code": partner.code,
      "x-key-id": id,
      "x-scopes": scopes.join(" "),
      "cache-control": "no-store",
      "content-length": "0",
      ...headers,
    },
    body: null,
  };
}

/** nginx can pass on a refusal's headers, but not its body: `X-Refusal` has it too. */
function refused({ headers, refusal }: Attempted & { key: null }): ApiAnswer {
  const { status, text } = refusal;
  const more = { "x-refusal": asciiJson(text), "content-length": String(Buffer.byteLength(text)) };
  return { status, headers: { ...headers, ...more }, body: text };
}

/** The same JSON, fit for a header. */
function asciiJson(json: string): string {
  return json.replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The proxy's credential takes the place of the Authorization header, which is the caller's. */
function exchangeOf(request: ApiRequest, at: Date): Exchange {
  const id = newId("request", at.getTime());
  const credential = request.header("x-platform-key");
  const header = (name: string) =>
    name === "authorization" && credential !== null ? `Bearer ${credential}` : null;
  return {
    id,
    api: { keyType: "platform", basePath: PLATFORM_BASE_PATH },
    at,
    startedMs: performance.now(),
    heldMs: 0,
    request: { ...request, header },
    headers: { "x-request-id": id },
    endpoint: ENDPOINT,
    key: null,
    failure: null,
  };
}
