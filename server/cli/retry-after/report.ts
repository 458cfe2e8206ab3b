import { listing } from "../table";
import type { Seen } from "./workers";

/** By this time the burst is over and the rate should have settled. */
const SETTLED_FROM_MS = 12_000;
/** The share of indistinguishable workers that may get a second 429 after the rate has settled. */
const INDISTINGUISHABLE_SHARE = 0.05;

export type Report = {
  /** Why the run says nothing about the promise; null if the promise was tested. */
  inconclusive: string | null;
  passed: boolean;
  answered: number;
  admitted: number;
  refused: number;
  otherStatuses: Record<string, number>;
  /**
   * Requests admitted that were sent before the first refusal arrived, because it may overtake
   * other responses.
   */
  burst: number;
  /** Requests admitted per minute from 12 s on; null if the run was shorter. */
  settledPerMinute: number | null;
  waits: number;
  secondRefusals: number;
  secondRefusalShare: number;
  /** The same from 12 s on: by then the limiter has detected indistinguishable workers. */
  settledSecondRefusalShare: number;
  /** 429s whose Retry-After is not a whole number of at least 1, or differs from the body's. */
  wrongRetryAfter: number;
  /** Responses without RateLimit and RateLimit-Policy. */
  withoutRateLimit: number;
  /**
   * Requests served to the least and the most served worker, without the burst, which goes to the
   * fastest ones.
   */
  servedLeast: number;
  servedMost: number;
};

/** Judges from the responses whether every Retry-After was true. */
export function judge(
  seen: readonly Seen[],
  options: { clients: number; seconds: number; sameClient: boolean },
): Report {
  const ordered = seen.toSorted((a, b) => a.atMs - b.atMs);
  const refused = ordered.filter(({ status }) => status === 429);
  const admitted = ordered.filter(({ status }) => status < 300);
  const burstEndMs = refused[0]?.atMs ?? Number.POSITIVE_INFINITY;
  const isInBurst = ({ sentMs }: Seen) => sentMs < burstEndMs;
  const afterWait = ordered.filter(({ isAfterWait }) => isAfterWait);
  const settledWaits = afterWait.filter(({ atMs }) => atMs >= SETTLED_FROM_MS);
  const secondRefusals = afterWait.filter(is429).length;
  const secondRefusalShare = shareOf429(afterWait);
  const settledSecondRefusalShare = shareOf429(settledWaits);
  const served = Array.from({ length: options.clients }, () => 0);
  for (const one of admitted) {
    if (!isInBurst(one)) served[one.worker] = (served[one.worker] ?? 0) + 1;
  }
  const wrongRetryAfter = refused.filter(isWrong).length;
  const isKept = options.sameClient
    ? settledSecondRefusalShare <= INDISTINGUISHABLE_SHARE
    : secondRefusals === 0;
  const inconclusive = whyInconclusive({ answered: ordered, admitted, refused, afterWait });
  return {
    inconclusive,
    passed: inconclusive === null && isKept && wrongRetryAfter === 0,
    answered: ordered.length,
    admitted: admitted.length,
    refused: refused.length,
    otherStatuses: countOthers(ordered),
    burst: admitted.filter(isInBurst).length,
    settledPerMinute: settledRate(admitted, options.seconds * 1000),
    waits: afterWait.length,
    secondRefusals,
    secondRefusalShare,
    settledSecondRefusalShare,
    wrongRetryAfter,
    withoutRateLimit: ordered.filter(({ hasPolicy }) => !hasPolicy).length,
    servedLeast: Math.min(...served),
    servedMost: Math.max(...served),
  };
}

/** A run without refusals, or against an address without the API, doesn't test the promise. */
function whyInconclusive(of: Record<"answered" | "admitted" | "refused" | "afterWait", Seen[]>) {
  if (of.answered.length === 0) return "No response. Check the base URL.";
  if (of.admitted.length === 0) {
    return "No request succeeded. Check the base URL (it ends in /api/v1/reseller) and that the key may read the path.";
  }
  if (of.refused.length === 0) return "No request was rate limited. Increase --clients.";
  // A 429 without a valid Retry-After fails the run by itself.
  if (of.afterWait.length > 0 || of.refused.some(isWrong)) return null;
  return "No wait was completed. Increase --seconds.";
}

const is429 = ({ status }: Seen) => status === 429;

function shareOf429(seen: readonly Seen[]): number {
  return seen.length === 0 ? 0 : seen.filter(is429).length / seen.length;
}

function isWrong({ retryAfter, detailsSeconds }: Seen): boolean {
  return !/^[1-9]\d*$/.test(retryAfter ?? "") || Number(retryAfter) !== detailsSeconds;
}

function settledRate(admitted: readonly Seen[], endMs: number): number | null {
  if (endMs <= SETTLED_FROM_MS) return null;
  const settled = admitted.filter(({ atMs }) => atMs >= SETTLED_FROM_MS && atMs < endMs);
  return (settled.length * 60_000) / (endMs - SETTLED_FROM_MS);
}

function countOthers(seen: readonly Seen[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of seen) {
    if (status >= 300 && status !== 429) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/** Formats the report as text. */
export function readable(report: Report): string {
  const percent = (report.secondRefusalShare * 100).toFixed(2);
  const settled = report.settledPerMinute?.toFixed(1) ?? "run too short";
  const others = Object.entries(report.otherStatuses).map(([status, n]) => `${n} x ${status}`);
  if (report.answered === 0) return `${report.inconclusive}\n`;
  const table = listing([
    ["responses", `${report.answered} (${report.admitted} served, ${report.refused} rate limited)`],
    ["other statuses", others.join(", ") || "none"],
    ["burst before the first 429", String(report.burst)],
    ["served per minute, from 12 s on", settled],
    ["completed waits", String(report.waits)],
    ["second 429s after a wait", `${report.secondRefusals} (${percent}%)`],
    ["second 429s from 12 s on", `${(report.settledSecondRefusalShare * 100).toFixed(2)}%`],
    ["429s with an invalid Retry-After", String(report.wrongRetryAfter)],
    ["responses without RateLimit headers", String(report.withoutRateLimit)],
    ["served per worker from 12 s on, min to max", `${report.servedLeast} to ${report.servedMost}`],
  ]);
  const verdict = report.passed
    ? "Passed: Retry-After is correct."
    : "Failed: a completed wait was followed by a second 429, or the header is invalid.";
  return `${table}\n\n${report.inconclusive ?? verdict}\n`;
}
