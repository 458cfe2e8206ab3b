import { burstOf } from "../core/keys/limits";
import { isEpoch } from "./epoch";

/** The decision about a request whose cached record, if there is one, is current. */
export type Decided = {
  kind: "admitted" | "refused" | "held";
  /** Requests that an idle key may send at once. */
  burst: number;
  perMinute: number;
  /** Whole requests left right now. */
  remaining: number;
  /** Until the bucket is full again, rounded up. */
  resetSeconds: number;
  /** 0 when admitted, else at least 1: a caller that waits this long is admitted then. */
  retryAfterSeconds: number;
  /** 0 when admitted, else the exact time until the slot, which retryAfterSeconds rounds up. */
  waitUs: number;
  /** The epoch that was checked and found current; null if none was, or in fallback. */
  epoch: string | null;
  /** `fallback`: the store is out, and no cached record may be trusted. */
  source: "store" | "fallback";
};

/**
 * The cached record is older than this epoch: read it again, then ask again. No token was taken.
 */
type Stale = { kind: "stale"; epoch: string };

export type LimitVerdict = Decided | Stale;

/** A verdict, and whether it is a refusal over a cap, for which no slot is reserved. */
export type Reply = { verdict: LimitVerdict; isUnreserved: boolean };

/** The replies of one call, by the index of the question. Throws if there is none. */
export type Replies = (place: number) => Reply;

const KINDS = ["refused", "admitted", "held"] as const;

/** Parses the script's reply. Throws on anything else. */
export function parseReply(
  reply: unknown,
  question: { perMinute: number; epoch: string | null },
): Reply {
  if (typeof reply === "string" && question.epoch !== null && isEpoch(reply)) {
    return { verdict: { kind: "stale", epoch: reply }, isUnreserved: false };
  }
  if (!isSixCounts(reply)) throw new TypeError("Invalid response from the rate limit store");
  const [admitted, remaining, resetSeconds, retryAfterSeconds, waitUs, unreserved] = reply;
  const verdict: Decided = {
    kind: KINDS[admitted] ?? "refused",
    burst: burstOf(question.perMinute),
    perMinute: question.perMinute,
    remaining,
    resetSeconds,
    retryAfterSeconds,
    waitUs,
    epoch: question.epoch,
    source: "store",
  };
  return { verdict, isUnreserved: unreserved === 1 };
}

type SixCounts = [number, number, number, number, number, number];

function isSixCounts(reply: unknown): reply is SixCounts {
  return (
    Array.isArray(reply) &&
    reply.length === 6 &&
    reply.every((count) => Number.isSafeInteger(count) && count >= 0)
  );
}
