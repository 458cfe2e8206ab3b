import type { ApiRequest, ApiServices, Exchange } from "./exchange";
import { BASE_PATH } from "./route";

const CLIENT_REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

type Notable = Pick<ApiServices, "recorder" | "observe">;

/**
 * Counts an answered request, and hands the recorder what it keeps of it. Without a known key there is
 * nobody to keep it for.
 */
export function note({ recorder, observe }: Notable, exchange: Exchange, status: number): void {
  const { key, endpoint, failure, request } = exchange;
  // What a client asked to wait for is not the time that the answer took.
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
    isDead: status === 401,
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
    },
  });
}

// What a client calls its request, where that is a name at all and not a letter.
function clientRequestId(request: ApiRequest): string | null {
  const id = request.header("x-request-id");
  return id !== null && CLIENT_REQUEST_ID.test(id) ? id : null;
}
