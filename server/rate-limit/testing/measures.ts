import type { Report, Return } from "./simulator";

const SECOND_US = 1_000_000;

/** A part of a run: the first workers, or a stretch of time. */
export type Part = { fromSecond?: number; toSecond?: number; workers?: number };

const isWithin =
  ({ fromSecond = 0, toSecond = Number.POSITIVE_INFINITY, workers }: Part) =>
  ({ atUs, worker }: { atUs: number; worker: number }) =>
    atUs >= fromSecond * SECOND_US &&
    atUs < toSecond * SECOND_US &&
    (workers === undefined || worker < workers);

/** The number of obedient returns, and of those that were refused again. */
export function returnsOf(report: Report, part: Part = {}): { all: number; refused: number } {
  const returns: Return[] = report.returns.filter(isWithin(part));
  return { all: returns.length, refused: returns.filter(({ isRefused }) => isRefused).length };
}

/** Share of obedient returns that were refused again, from 0 to 1. */
export function secondRefusalShare(report: Report, part: Part = {}): number {
  const { all, refused } = returnsOf(report, part);
  return all === 0 ? 0 : refused / all;
}

/** Tokens served per minute between two times, for the first `workers` only if given. */
export function ratePerMinute(report: Report, part: Part & { toSecond: number }): number {
  const served = report.served.filter(isWithin(part)).reduce((sum, { cost }) => sum + cost, 0);
  return (served * 60) / (part.toSecond - (part.fromSecond ?? 0));
}

/** Requests served, by worker. */
export function servedByWorker(report: Report): number[] {
  const counts = Array.from({ length: report.workers }, () => 0);
  for (const { worker } of report.served) counts[worker] = (counts[worker] ?? 0) + 1;
  return counts;
}

/** Mean seconds from a request's first arrival to the moment it was served. */
export function meanWaitSeconds(report: Report, part: Part = {}): number {
  const served = report.served.filter(isWithin(part));
  return served.reduce((sum, { waitedUs }) => sum + waitedUs, 0) / SECOND_US / served.length;
}

export function longestWaitSeconds(report: Report, part: Part = {}): number {
  return (
    report.served
      .filter(isWithin(part))
      .reduce((most, { waitedUs }) => Math.max(most, waitedUs), 0) / SECOND_US
  );
}

export function longestAnnouncedSeconds(report: Report): number {
  return report.waits.reduce((most, { seconds }) => Math.max(most, seconds), 0);
}

export function meanAnnouncedSeconds(report: Report, part: Part = {}): number {
  const waits = report.waits.filter(isWithin(part));
  return waits.reduce((sum, { seconds }) => sum + seconds, 0) / Math.max(1, waits.length);
}

/** Seconds until the last request was served. */
export function lastServedSecond(report: Report): number {
  return (report.served.at(-1)?.atUs ?? 0) / SECOND_US;
}

/**
 * By how many tokens the worst window exceeds burst + rate x its length; at most 1 is guaranteed.
 * Linear: a window exceeds by its tokens - burst - rate (its length).
 */
export function worstExcess(
  report: Report,
  perMinute: number,
  burst = Math.max(1, perMinute / 6),
): number {
  const perUs = perMinute / 60_000_000;
  let lowest = Number.POSITIVE_INFINITY;
  let worst = Number.NEGATIVE_INFINITY;
  let before = 0;
  for (const { atUs, cost } of report.served) {
    lowest = Math.min(lowest, before - perUs * atUs);
    before += cost;
    worst = Math.max(worst, before - perUs * atUs - lowest - burst);
  }
  return worst;
}
