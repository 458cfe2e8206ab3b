import { depthUs, intervalUs } from "./rules";
import type { Decided } from "./verdict";

/**
 * What an answer says about the bucket (draft-ietf-httpapi-ratelimit-headers): `q` requests at
 * once and `w` seconds to get them back, `r` whole requests left now and `t` seconds until full.
 * `Retry-After` is there on a refusal and only then.
 */
export function rateLimitHeaders(verdict: Decided): Record<string, string> {
  const headers: Record<string, string> = {
    "ratelimit-policy": policyOf(verdict),
    ratelimit: `"burst";r=${verdict.remaining};t=${verdict.resetSeconds}`,
  };
  if (verdict.kind === "refused") headers["retry-after"] = String(verdict.retryAfterSeconds);
  return headers;
}

let latest = { perMinute: Number.NaN, text: "" };

function policyOf({ perMinute, burst }: Decided): string {
  // Under load many answers in a row are about the same limit.
  if (latest.perMinute !== perMinute) {
    latest = { perMinute, text: `"burst";q=${burst};w=${refillSeconds(perMinute)}` };
  }
  return latest.text;
}

function refillSeconds(perMinute: number): number {
  return Math.ceil((depthUs(perMinute) + intervalUs(perMinute)) / 1_000_000);
}
