import { Prisma } from "../../../prisma/client/client";

const FIVES_PER_MINUTE = 12;

const FIVE_SECONDS_MS = 5_000;

/**
 * The most calls in ten seconds that end in a minute, as SQL over `key_usage` rows of one key named
 * `u`, in a window ordered by minute named `minutes`. Ten seconds begin every five, so calls within
 * five seconds of each other are never counted apart. Null if an earlier release counted them.
 */
export const PEAK_TEN_SECONDS = Prisma.raw(`greatest(
  u.fives[1] + CASE WHEN lag(u.minute) OVER minutes = u.minute - interval '1 minute'
    THEN coalesce(lag(u.fives[${FIVES_PER_MINUTE}]) OVER minutes, 0) ELSE 0 END,
  ${Array.from({ length: FIVES_PER_MINUTE - 1 }, (_, n) => `u.fives[${n + 1}] + u.fives[${n + 2}]`).join(", ")})`);

/** The stored calls of a key in a minute. */
type Minute = { minute: Date; fives: readonly number[] };

/** Calls of a key up to `until`, with a resolution of five seconds. */
export type RecentCalls = { until: Date; inMinute: number; inTenSeconds: number };

/**
 * The calls in the 60 and in the 10 seconds that end with the five seconds of `at`, given the
 * minutes around it. Null if an earlier release counted them.
 */
export function recentCalls(minutes: readonly Minute[], at: Date): RecentCalls | null {
  const last = Math.floor(at.getTime() / FIVE_SECONDS_MS);
  const calls = new Map<number, number>();
  for (const { minute, fives } of minutes) {
    if (fives.length < FIVES_PER_MINUTE) return null;
    const first = minute.getTime() / FIVE_SECONDS_MS;
    fives.forEach((count, index) => {
      calls.set(first + index, count);
    });
  }
  const sum = (count: number) =>
    Array.from({ length: count }, (_, back) => calls.get(last - back) ?? 0).reduce(
      (total, each) => total + each,
      0,
    );
  const until = new Date((last + 1) * FIVE_SECONDS_MS);
  return { until, inMinute: sum(FIVES_PER_MINUTE), inTenSeconds: sum(2) };
}
