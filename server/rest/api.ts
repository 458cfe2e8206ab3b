import { DomainError, ERRORS, fail, isDomainError } from "../core/errors";
import { newId } from "../core/ids";
import type { Limited } from "../core/ports";
import { errorAnswer, jsonAnswer } from "./answer";
import { authenticate } from "./authenticate";
import { authorize } from "./authorize";
import type { Endpoint } from "./endpoint";
import type { ApiServices, Exchange } from "./exchange";
import { assertHeaderSize } from "./input";
import { note } from "./note";
import { OPENAPI_PATH, openApiDocument } from "./openapi";
import { BASE_PATH, createRouter } from "./route";
import { runEndpoint } from "./run";

/** Answers any request below the base path. `address` is the client's, null where it is not known. */
export type Api = (request: Request, from: { address: string | null }) => Promise<Response>;

/**
 * The REST API over a list of endpoints. The order of work is always the same: route, request id,
 * credential, rate limit, scope, suspension, input, idempotency, run, and the result through its schema.
 */
export function createApi(services: ApiServices, endpoints: readonly Endpoint[]): Api {
  const findResource = createRouter(endpoints);
  const document = openApiDocument(endpoints);

  return async (request, { address }) => {
    const at = services.core.clock.now();
    const id = newId("request", at.getTime());
    const exchange: Exchange = {
      id,
      at,
      startedMs: performance.now(),
      request,
      url: new URL(request.url),
      address,
      headers: new Headers({ "x-request-id": id }),
      isHead: request.method === "HEAD",
      endpoint: null,
      key: null,
      failure: null,
    };
    const response = await respond(exchange).catch((error: unknown) => {
      const failure = asFailure(services, error, id);
      exchange.failure = failure.code;
      return errorAnswer(failure, exchange);
    });
    note(services, exchange, response.status);
    return response;
  };

  async function respond(exchange: Exchange): Promise<Response> {
    if (exchange.url.pathname === BASE_PATH + OPENAPI_PATH)
      return serveDocument(exchange, document);
    const resource = findResource(exchange.url);
    if (exchange.request.method === "OPTIONS") return optionsAnswer(exchange, resource.allow);
    const endpoint = resource.endpoints.get(exchange.request.method);
    if (!endpoint) return methodNotAllowed(exchange, resource.allow);
    assertHeaderSize(exchange.request.headers);
    exchange.endpoint = endpoint;
    const { request, address } = exchange;
    const { key, limited } = await authenticate(request.headers, {
      keyring: services.keyring,
      clock: services.core.clock,
      address,
      meet: (record) => {
        exchange.key = record;
      },
      limit: (record, epoch) => services.limit({ key: record, epoch, request, address }),
    });
    applyLimit(exchange, limited);
    authorize(endpoint, key);
    return runEndpoint(services, exchange, { endpoint, params: resource.params, key });
  }
}

function applyLimit({ headers }: Exchange, limited: Limited): void {
  for (const [name, value] of Object.entries(limited.headers)) headers.set(name, value);
  if (limited.isAdmitted) return;
  fail("rate_limited", { details: { retry_after_seconds: limited.retryAfterSeconds } });
}

function serveDocument(exchange: Exchange, document: object): Response {
  const { method } = exchange.request;
  const allow = "GET, HEAD, OPTIONS";
  if (method === "OPTIONS") return optionsAnswer(exchange, allow);
  if (method !== "GET" && method !== "HEAD") return methodNotAllowed(exchange, allow);
  exchange.headers.set("cache-control", "public, max-age=300");
  return jsonAnswer({ ...exchange, status: 200, body: document });
}

function optionsAnswer({ headers }: Exchange, allow: string): Response {
  headers.set("allow", allow);
  return new Response(null, { status: 204, headers });
}

function methodNotAllowed(exchange: Exchange, allow: string): never {
  exchange.headers.set("allow", allow);
  return fail("method_not_allowed");
}

// What is not from the catalogue is a fault of ours: logged in full, answered without a word of it.
function asFailure(services: ApiServices, error: unknown, requestId: string): DomainError {
  if (isDomainError(error)) return error;
  const code = services.core.isUnavailable(error) ? "unavailable" : "internal_error";
  services.core.log.error({ err: error, requestId }, code);
  return new DomainError(code, ERRORS[code].message, {});
}
