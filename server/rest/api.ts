import { DomainError, ERRORS, fail, isDomainError } from "../core/kernel/errors";
import { newId } from "../core/kernel/ids";
import type { Limited } from "../core/kernel/ports";
import { errorAnswer, type Failure, textAnswer } from "./answer";
import { type Authenticated, authenticate } from "./authenticate";
import { authorize } from "./authorize";
import { preferredEncoding } from "./content-encoding";
import { encodedText } from "./encoded-text";
import type { Endpoint } from "./endpoint";
import type { ApiAnswer, ApiRequest, ApiServices, Exchange } from "./exchange";
import { authenticateOrHold } from "./hold";
import { assertHeaderSize, ClientGone } from "./input";
import { note } from "./note";
import { OPENAPI_PATH, openApiDocument } from "./openapi";
import { readWait } from "./prefer";
import { BASE_PATH, createRouter, type Route } from "./route";
import { runEndpoint } from "./run";

/** nginx's status for a client that closed the connection. Used in metrics and logs, never sent. */
const CLIENT_CLOSED_REQUEST = 499;

/** Handles any request below the base path. Never rejects. */
export type Api = (request: ApiRequest) => Promise<ApiAnswer>;

const documents = new WeakMap<readonly Endpoint[], ReturnType<typeof encodedText>>();

/** The document of a list of endpoints, made once in a process: tests open the API many times. */
function documentOf(endpoints: readonly Endpoint[]) {
  const document =
    documents.get(endpoints) ?? encodedText(JSON.stringify(openApiDocument(endpoints)));
  documents.set(endpoints, document);
  return document;
}

/**
 * The REST API over a list of endpoints. The order is always: route, request ID, credential, rate
 * limit, scope, suspension, input, idempotency, run, encoding of the result.
 */
export function createApi(services: ApiServices, endpoints: readonly Endpoint[]): Api {
  const findResource = createRouter(endpoints);
  const document = documentOf(endpoints);

  return async (request) => {
    const at = services.core.clock.now();
    const id = newId("request", at.getTime());
    const exchange: Exchange = {
      id,
      at,
      startedMs: performance.now(),
      heldMs: 0,
      request,
      headers: { "x-request-id": id },
      endpoint: null,
      key: null,
      failure: null,
    };
    let answer: ApiAnswer;
    try {
      answer = await respond(exchange);
    } catch (error) {
      answer =
        error instanceof ClientGone
          ? { status: CLIENT_CLOSED_REQUEST, headers: exchange.headers, body: null }
          : errorAnswer(asFailure(services, error, exchange), exchange);
    }
    note(services, exchange, answer.status);
    return answer;
  };

  // Throws synchronously where it can: a promise that rejects before it is awaited costs Node more
  // than the refusal itself.
  function respond(exchange: Exchange): ApiAnswer | Promise<ApiAnswer> {
    const { request } = exchange;
    const { url, method } = request;
    if (url.pathname === BASE_PATH + OPENAPI_PATH) return serveDocument(exchange, document);
    const resource = findResource(url);
    if (method === "OPTIONS") return optionsAnswer(exchange, resource.allow());
    const endpoint = resource.endpoints.get(method);
    if (!endpoint) return methodNotAllowed(exchange, resource.allow());
    assertHeaderSize(request);
    exchange.endpoint = endpoint;
    const seconds = services.holds && readWait(request.header("prefer"));
    const admitted = seconds
      ? authenticateOrHold(services, exchange, { endpoint, seconds })
      : authenticate(services, exchange);
    return serve(exchange, { endpoint, params: resource.params }, admitted);
  }

  async function serve(
    exchange: Exchange,
    { endpoint, params }: Route,
    admitted: Promise<Authenticated>,
  ): Promise<ApiAnswer> {
    const { key, limited } = await admitted;
    Object.assign(exchange.headers, limited.headers);
    if (!limited.isAdmitted) return errorAnswer(tooMany(limited), exchange);
    authorize(endpoint, key);
    return await runEndpoint(services, exchange, { endpoint, params, key });
  }
}

// Returned rather than thrown: under attack this is the most common response.
function tooMany({ retryAfterSeconds }: Limited): Failure {
  const code = "rate_limited";
  return {
    code,
    message: ERRORS[code].message,
    details: { retry_after_seconds: retryAfterSeconds },
  };
}

async function serveDocument(
  exchange: Exchange,
  document: ReturnType<typeof encodedText>,
): Promise<ApiAnswer> {
  const { method } = exchange.request;
  const allow = "GET, HEAD, OPTIONS";
  if (method === "OPTIONS") return optionsAnswer(exchange, allow);
  if (method !== "GET" && method !== "HEAD") return methodNotAllowed(exchange, allow);
  exchange.headers["cache-control"] = "public, max-age=300";
  exchange.headers.vary = "accept-encoding";
  const encoding = preferredEncoding(exchange.request.header("accept-encoding"));
  if (encoding !== null) exchange.headers["content-encoding"] = encoding;
  return textAnswer(exchange, { status: 200, text: await document(encoding) });
}

function optionsAnswer({ headers }: Exchange, allow: string): ApiAnswer {
  headers.allow = allow;
  return { status: 204, headers, body: null };
}

function methodNotAllowed(exchange: Exchange, allow: string): never {
  exchange.headers.allow = allow;
  return fail("method_not_allowed");
}

// Any other error is our fault: log it in full and keep its details out of the response.
function asFailure(services: ApiServices, error: unknown, exchange: Exchange): DomainError {
  if (isDomainError(error)) return error;
  const code = services.core.isUnavailable(error) ? "unavailable" : "internal_error";
  const { id: requestId, request, endpoint } = exchange;
  const { method } = request;
  services.core.log.error({ err: error, requestId, method, route: endpoint?.path ?? "none" }, code);
  return new DomainError(code, ERRORS[code].message, {});
}
