import { isEpoch } from "./epoch";
import { burstOf } from "./rules";

/** The answer for a request whose caller's record, if it cached one, is current. */
export type Decided = {
  kind: "admitted" | "refused" | "held";
  /** Requests that a rested key may send at once. */
  burst: number;
  perMinute: number;
  /** Whole requests left right now. */
  remaining: number;
  /** Until the bucket is full again, rounded up. */
  resetSeconds: number;
  /** 0 when admitted, else at least 1: who waits this long is admitted then. */
  retryAfterSeconds: number;
  /** 0 when admitted, else the exact time until the slot, which retryAfterSeconds rounds up. */
  waitUs: number;
  /** The epoch that was asked about, and found current; null if none was, or by the fallback. */
  epoch: string | null;
  /** `fallback`: no store answered, and no cached record may be trusted. */
  source: "store" | "fallback";
};

/** The caller's record is older than this epoch: read it again, then ask again. Nothing was taken. */
type Stale = { kind: "stale"; epoch: string };

export type LimitVerdict = Decided | Stale;

/** A verdict, and whether a refusal came over a cap, so that no slot is kept for it. */
export type Reply = { verdict: LimitVerdict; isUnreserved: boolean };

/** The replies of one call, by the place of a question in it. Throws where there is none. */
export type Replies = (place: number) => Reply;

const KINDS = ["refused", "admitted", "held"] as const;

/** Reads what the script answered. Throws on anything else. */
export function parseReply(
  reply: unknown,
  question: { perMinute: number; epoch: string | null },
): Reply {
  if (typeof reply === "string" && question.epoch !== null && isEpoch(reply)) {
    return { verdict: { kind: "stale", epoch: reply }, isUnreserved: false };
  }
  if (!isSixCounts(reply)) throw new TypeError("The rate limit store answered nonsense");
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
