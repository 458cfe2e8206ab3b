import type { ApiRequest, ApiServices, Exchange } from "./exchange";
import { BASE_PATH } from "./route";

const CLIENT_REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

type Notable = Pick<ApiServices, "recorder" | "observe">;

/** Counts a completed request, and records it for its key if the key and the endpoint are known. */
export function note({ recorder, observe }: Notable, exchange: Exchange, status: number): void {
  const { key, endpoint, failure, request } = exchange;
  // Time spent on hold at the client's request is not response time.
  const tookMs = performance.now() - exchange.startedMs - exchange.heldMs;
  const route = endpoint?.path ?? "none";
  observe?.({ route, method: request.method, status, seconds: tookMs / 1000 });
  if (key === null || endpoint === null) return;
  const isRefused = status === 401 || status === 403 || status === 429;
  recorder.record({
    keyId: key.id,
    at: exchange.at,
    status,
    address: request.address,
    isKeyInactive: status === 401 || failure === "address_not_allowed",
    request: {
      id: exchange.id,
      partnerId: key.partner.id,
      method: request.method,
      route: endpoint.path,
      path: request.url.pathname.slice(BASE_PATH.length),
      search: request.url.search,
      scope: isRefused ? null : endpoint.scope,
      errorCode: failure,
      durationUs: Math.round(tookMs * 1000),
      clientRequestId: clientRequestId(request),
      perMinute: status === 429 ? key.perMinute : null,
    },
  });
}

// The client's own X-Request-Id, if it is 1 to 128 visible ASCII characters.
function clientRequestId(request: ApiRequest): string | null {
  const id = request.header("x-request-id");
  return id !== null && CLIENT_REQUEST_ID.test(id) ? id : null;
}
