import type { KeyUsage } from "@/app/_trpc/types";

type Counts = Pick<KeyUsage, "succeeded" | "failed" | "rateLimited">;

/** The total number of requests. */
export function totalOf({ succeeded, failed, rateLimited }: Counts): number {
  return succeeded + failed + rateLimited;
}

/** The share of requests that were rate limited (429), from 0 to 1. */
export function refusedShare(counts: Counts): number {
  const total = totalOf(counts);
  return total === 0 ? 0 : counts.rateLimited / total;
}
