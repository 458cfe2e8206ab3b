import type { Limiter } from "../core/kernel/ports";
import { callerOf, holdName } from "./caller";
import { rateLimitHeaders } from "./headers";
import type { RateLimiter } from "./limiter";

/** Adapts the rate limiter to the REST API: takes a request, returns a decision and headers. */
export function createGate(limiter: RateLimiter): Limiter {
  return async ({ key, epoch, hold, cost = 1, request }) => {
    const { method, url, address } = request;
    const { client, caller, isNamed } = callerOf({
      clientId: request.header("x-client-id"),
      address,
      userAgent: request.header("user-agent"),
      method,
      path: url.pathname,
      query: url.search,
      idempotencyKey: request.header("idempotency-key"),
      cost,
    });
    const verdict = await limiter.decide({
      keyId: key.id,
      partnerId: key.partner.id,
      client,
      caller,
      isNamed,
      perMinute: key.perMinute,
      epoch,
      ...(cost > 1 && { cost }),
      ...(hold && {
        hold: { name: holdName(caller, hold.name), maxUs: Math.floor(hold.maxMs * 1_000) },
        isHeld: hold.isHeld,
      }),
    });
    if (verdict.kind === "stale") return { staleSince: verdict.epoch };
    return {
      isAdmitted: verdict.kind === "admitted",
      isHeld: verdict.kind === "held",
      waitMs: verdict.waitUs / 1_000,
      retryAfterSeconds: verdict.retryAfterSeconds,
      headers: rateLimitHeaders(verdict),
      isCurrent: epoch !== null && verdict.source === "store",
    };
  };
}
