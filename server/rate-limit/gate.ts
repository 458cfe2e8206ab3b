import type { Limiter } from "../core/ports";
import { callerOf } from "./caller";
import { rateLimitHeaders } from "./headers";
import type { RateLimiter } from "./limiter";

/** The rate limiter as the REST API knows it: a request in; a yes or no and the headers out. */
export function createGate(limiter: RateLimiter): Limiter {
  return async ({ key, epoch, request, address }) => {
    const { headers, method } = request;
    const { pathname, search } = new URL(request.url);
    const caller = callerOf({
      clientId: headers.get("x-client-id"),
      address,
      userAgent: headers.get("user-agent"),
      method,
      path: pathname,
      query: search,
      idempotencyKey: headers.get("idempotency-key"),
    });
    const verdict = await limiter.decide({
      keyId: key.id,
      partnerId: key.partner.id,
      ...caller,
      perMinute: key.perMinute,
      epoch,
    });
    if (verdict.kind === "stale") return { staleSince: verdict.epoch };
    return {
      isAdmitted: verdict.kind === "admitted",
      retryAfterSeconds: verdict.retryAfterSeconds,
      headers: rateLimitHeaders(verdict),
      isCurrent: epoch !== null && verdict.source === "store",
    };
  };
}
