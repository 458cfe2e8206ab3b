import type { Recorder } from "../core/ports";
import type { Exchange } from "./exchange";

const CLIENT_REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** Hands the recorder what it keeps of an answered request. Without a known key there is nobody to keep it for. */
export function note(recorder: Recorder, exchange: Exchange, status: number): void {
  const { key, endpoint, failure } = exchange;
  if (key === null || endpoint === null) return;
  const isRefused = status === 401 || status === 403 || status === 429;
  recorder.record({
    keyId: key.id,
    at: exchange.at,
    status,
    address: exchange.address,
    isDead: status === 401,
    request: {
      id: exchange.id,
      partnerId: key.partner.id,
      method: exchange.request.method,
      route: endpoint.path,
      scope: isRefused ? null : endpoint.scope,
      errorCode: failure,
      durationUs: Math.round((performance.now() - exchange.startedMs) * 1000),
      clientRequestId: clientRequestId(exchange.request.headers),
    },
  });
}

// What a client calls its request, where that is a name at all and not a letter.
function clientRequestId(headers: Headers): string | null {
  const id = headers.get("x-request-id");
  return id !== null && CLIENT_REQUEST_ID.test(id) ? id : null;
}
