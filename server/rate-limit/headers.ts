import { depthUs } from "./rules";
import type { Decided } from "./verdict";

type LimitState = Pick<
  Decided,
  "kind" | "burst" | "perMinute" | "remaining" | "resetSeconds" | "retryAfterSeconds"
>;

/**
 * The response headers about the bucket (draft-ietf-httpapi-ratelimit-headers): of the burst, the
 * quota `q` and the seconds `w` to refill it, `r` whole requests left now, and `t` seconds until
 * full; of the minute, the rate at which the bucket is refilled. `Retry-After` is sent on refusals
 * only.
 */
export function rateLimitHeaders(state: LimitState): Record<string, string> {
  const policy = policyOf(state);
  const wait = state.kind === "refused" ? state.retryAfterSeconds : 0;
  const left = wait > 0 ? 0 : Math.min(state.remaining, state.burst);
  const fullIn = left === state.burst ? 0 : Math.max(1, state.resetSeconds);
  // While others wait, more is promised than the bucket holds: it is full later than a refill
  // takes, or only after the wait. Then omit `t`, which is optional.
  const t = fullIn <= policy.refillSeconds && fullIn >= wait ? `;t=${fullIn}` : "";
  const headers: Record<string, string> = {
    "ratelimit-policy": policy.text,
    ratelimit: `"burst";r=${left}${t}`,
  };
  if (wait > 0) headers["retry-after"] = String(wait);
  return headers;
}

let latest = { perMinute: Number.NaN, refillSeconds: 0, text: "" };

function policyOf({ perMinute, burst }: LimitState): typeof latest {
  // Under load, many consecutive responses are about the same limit.
  if (latest.perMinute !== perMinute) {
    const seconds = refillSeconds(perMinute);
    const text = `"burst";q=${burst};w=${seconds}, "minute";q=${perMinute};w=60`;
    latest = { perMinute, refillSeconds: seconds, text };
  }
  return latest;
}

function refillSeconds(perMinute: number): number {
  return Math.ceil(depthUs(perMinute) / 1_000_000);
}
