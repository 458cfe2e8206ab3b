import { MAX_HOLD_MS, RETRY_AFTER_MS, RETRY_JITTER } from "../core/webhooks/limits";

const SECOND_MS = 1_000;

/** The result of an attempt, and when the next one is due. */
export type Verdict = {
  result: "delivered" | "retry" | "failed";
  /** Time until the next attempt, for `retry`. */
  afterMs: number;
  /** The pause until the next request to the endpoint, as its response demands. */
  holdMs: number;
  /** The endpoint returned 410: it wants no more webhooks. */
  isGone: boolean;
};

type Attempt = {
  /** How many attempts there were since the delivery was last resent, this one included. */
  tries: number;
  /** Null: no response. */
  status: number | null;
  retryAfter: string | null;
  now: Date;
  /** From 0 up to 1. */
  random: number;
};

/** Decides what follows from an attempt. */
export function verdictOn({ tries, status, retryAfter, now, random }: Attempt): Verdict {
  if (status !== null && status >= 200 && status <= 299) {
    return { result: "delivered", afterMs: 0, holdMs: 0, isGone: false };
  }
  if (status === 410) return { result: "failed", afterMs: 0, holdMs: 0, isGone: true };
  const isAskedToWait = status === 429 || status === 503;
  const holdMs = isAskedToWait ? delayOf(retryAfter, now) : 0;
  const waitMs = RETRY_AFTER_MS[tries - 1];
  if (waitMs === undefined) return { result: "failed", afterMs: 0, holdMs, isGone: false };
  const jitteredMs = Math.round(waitMs * (1 - RETRY_JITTER + 2 * RETRY_JITTER * random));
  return { result: "retry", afterMs: Math.max(jitteredMs, holdMs), holdMs, isGone: false };
}

/** A Retry-After header (RFC 9110, 10.2.3) in milliseconds; 0 without a valid one. */
function delayOf(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0;
  const delayMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * SECOND_MS
    : Date.parse(retryAfter) - now.getTime();
  // NaN for a text that is no date.
  return delayMs > 0 ? Math.min(delayMs, MAX_HOLD_MS) : 0;
}
