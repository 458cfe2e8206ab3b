import type { KeyUsage } from "@/app/_trpc/types";

type Counts = Pick<KeyUsage, "succeeded" | "failed" | "rateLimited">;

/** All calls of the counts. */
export function totalOf({ succeeded, failed, rateLimited }: Counts): number {
  return succeeded + failed + rateLimited;
}

/** How many of the calls were answered 429, from 0 to 1. */
export function refusedShare(counts: Counts): number {
  const total = totalOf(counts);
  return total === 0 ? 0 : counts.rateLimited / total;
}
