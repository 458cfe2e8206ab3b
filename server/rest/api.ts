import { fail } from "../core/kernel/errors";
import { newId } from "../core/kernel/ids";
import type { CheckedKey } from "../core/keys/record";
import { asFailure, errorAnswer, textAnswer, tooMany } from "./answer";
import { type Authenticated, authenticate, authenticateUnlimited } from "./authenticate";
import { authorize } from "./authorize";
import { preferredEncoding } from "./content-encoding";
import type { ApiDefinition } from "./definition";
import type { Documents } from "./documents";
import type { ApiAnswer, ApiRequest, ApiServices, Exchange } from "./exchange";
import { authenticateOrHold } from "./hold";
import { assertHeaderSize, ClientGone } from "./input";
import { note } from "./note";
import { OPENAPI_PATH } from "./openapi";
import { readWait } from "./prefer";
import { createRouter, type Route } from "./route";
import { runEndpoint } from "./run";

/** nginx's status for a client that closed the connection. Used in metrics and logs, never sent. */
const CLIENT_CLOSED_REQUEST = 499;

/** Handles any request below the base path. Never rejects. */
export type Api = (request: ApiRequest) => Promise<ApiAnswer>;

type Services = ApiServices & { documents: Documents };

/**
 * The REST API over a list of endpoints. The order is always: route, request ID, credential, rate
 * limit, scope, suspension, input, idempotency, run, encoding of the result.
 */
export function createApi(services: Services, definition: ApiDefinition): Api {
  const findResource = createRouter(definition);
  const documentPath = definition.basePath + OPENAPI_PATH;

  return async (request) => {
    const at = services.core.clock.now();
    const id = newId("request", at.getTime());
    const exchange: Exchange = {
      id,
      api: definition,
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
    if (url.pathname === documentPath) {
      return serveDocument(exchange, () => services.documents(definition));
    }
    const resource = findResource(url);
    if (method === "OPTIONS") return optionsAnswer(exchange, resource.allow());
    const endpoint = resource.endpoints.get(method);
    if (!endpoint) return methodNotAllowed(exchange, resource.allow());
    assertHeaderSize(request);
    exchange.endpoint = endpoint;
    const route = { endpoint, params: resource.params };
    if (endpoint.isUnlimited) return serveUnlimited(services, exchange, route);
    const seconds = services.holds && readWait(request.header("prefer"));
    const admitted = seconds
      ? authenticateOrHold(services, exchange, { endpoint, seconds })
      : authenticate(services, exchange);
    return serve(services, exchange, route, admitted);
  }
}

async function serve(
  services: ApiServices,
  exchange: Exchange,
  route: Route,
  admitted: Promise<Authenticated>,
): Promise<ApiAnswer> {
  const { key, limited } = await admitted;
  Object.assign(exchange.headers, limited.headers);
  if (!limited.isAdmitted) return errorAnswer(tooMany(limited), exchange);
  authorize(route.endpoint, key);
  const { endpoint, params } = route;
  return await runEndpoint(services, exchange, { endpoint, params, key });
}

async function serveUnlimited(
  services: ApiServices,
  exchange: Exchange,
  route: Route,
): Promise<ApiAnswer> {
  // With headers of its own: the request may be refused while it is served. They are no copy, because
  // more are added to them: docs/decisions/0009.
  const own = { ...exchange, headers: { "x-request-id": exchange.id } };
  const { endpoint, params } = route;
  const begin = (key: CheckedKey) => runEndpoint(services, own, { endpoint, params, key });
  const { begun } = await authenticateUnlimited(services, exchange, { endpoint, begin });
  return await begun;
}

async function serveDocument(
  exchange: Exchange,
  find: () => ReturnType<Documents>,
): Promise<ApiAnswer> {
  const { method } = exchange.request;
  const allow = "GET, HEAD, OPTIONS";
  if (method === "OPTIONS") return optionsAnswer(exchange, allow);
  if (method !== "GET" && method !== "HEAD") return methodNotAllowed(exchange, allow);
  const encoding = preferredEncoding(exchange.request.header("accept-encoding"));
  const document = await find();
  const text = await document(encoding);
  // Only now: a failure is neither compressed nor cached.
  exchange.headers["cache-control"] = "public, max-age=300";
  exchange.headers.vary = "accept-encoding";
  if (encoding !== null) exchange.headers["content-encoding"] = encoding;
  return textAnswer(exchange, { status: 200, text });
}

function optionsAnswer({ headers }: Exchange, allow: string): ApiAnswer {
  headers.allow = allow;
  return { status: 204, headers, body: null };
}

function methodNotAllowed(exchange: Exchange, allow: string): never {
  exchange.headers.allow = allow;
  return fail("method_not_allowed");
}
