import { ERRORS, type Failure, type Issue } from "../core/kernel/errors";
import type { ApiRequest, ApiServices, Exchange } from "./exchange";

const NO_SCOPES: readonly string[] = [];
const NO_ISSUES: readonly Issue[] = [];
const CLIENT_REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

type Notable = Pick<ApiServices, "recorder" | "observe">;

/** Counts a completed request, and records it for its key if the key and the endpoint are known. */
export function note({ recorder, observe }: Notable, exchange: Exchange, status: number): void {
  const { key, endpoint, failure, request } = exchange;
  // Time spent on hold at the client's request is not response time.
  const tookMs = performance.now() - exchange.startedMs - exchange.heldMs;
  const route = routeOf(exchange);
  observe?.({ route, method: request.method, status, seconds: tookMs / 1000 });
  if (key === null || endpoint === null) return;
  const { at, api } = exchange;
  const { address } = request;
  if (api.keyType === "platform") {
    if (status !== 401) recorder.recordPlatformKey({ keyId: key.id, at, address });
    return;
  }
  const isRefused = status === 401 || status === 403 || status === 429;
  recorder.record({
    keyId: key.id,
    at,
    status,
    address,
    isKeyInactive: status === 401 || failure?.code === "address_not_allowed",
    request: {
      id: exchange.id,
      partnerId: key.partner.id,
      method: request.method,
      route: endpoint.path,
      path: request.url.pathname.slice(api.basePath.length),
      search: request.url.search,
      scopes: isRefused ? NO_SCOPES : endpoint.scopes,
      errorCode: failure?.code ?? null,
      issues: failure === null ? NO_ISSUES : issuesOf(failure),
      durationUs: Math.round(tookMs * 1000),
      clientRequestId: clientRequestId(request),
      perMinute: status === 429 ? key.perMinute : null,
      // Ours has a path of its own, the company's is only named.
      isProduct: api.basePath === "",
    },
  });
}

/** The issues of a failure, or its message if that says more than its code. */
function issuesOf({ code, message, details }: Failure): readonly Issue[] {
  if (Array.isArray(details.issues)) return details.issues;
  return message === ERRORS[code].message ? NO_ISSUES : [{ path: "", message }];
}

// The client's own X-Request-Id, if it is 1 to 128 visible ASCII characters.
function clientRequestId(request: ApiRequest): string | null {
  const id = request.header("x-request-id");
  return id !== null && CLIENT_REQUEST_ID.test(id) ? id : null;
}

/** As in metrics: the templates of the platform API begin with `/platform`. */
function routeOf({ api, endpoint }: Exchange): string {
  if (endpoint === null) return "none";
  return api.keyType === "platform" ? `/platform${endpoint.path}` : endpoint.path;
}
