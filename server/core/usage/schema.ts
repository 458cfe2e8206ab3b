import { z } from "zod";
import type { Scope } from "../keys/scopes";
import { Id } from "../text";
import { Instant } from "../time";

export const USAGE_INTERVALS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
type UsageInterval = keyof typeof USAGE_INTERVALS;

/** The most points of one answer: a day of minutes, two months of hours. */
export const MAX_USAGE_POINTS = 1_500;

/** Which calls: of one key or of all, from an instant up to another; the last 24 h unless told. */
export const UsageQuery = z.strictObject({
  keyId: Id.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  interval: z.enum(["minute", "hour", "day"]).default("hour"),
});
export type UsageQuery = z.infer<typeof UsageQuery>;

/** How calls were answered: `failed` is every other 4xx and 5xx than 429. */
export type CallCounts = { succeeded: number; failed: number; rateLimited: number };

/** `peak`: all calls of the interval's busiest minute. */
export type UsagePoint = CallCounts & { at: Date; peak: number };

/** Every interval in order, in UTC, also where nothing happened. */
export type UsageSeries = { from: Date; to: Date; interval: UsageInterval; points: UsagePoint[] };

export type KeyUsageSummary = CallCounts & {
  keyId: string;
  /** All calls of each of the 24 hours, oldest first. */
  hours: number[];
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
  /** Scopes that the key holds, and has held for 30 days without a use of them. */
  unusedScopes: Scope[];
};

/** The last 24 hours: the running one and the 23 before it, from `from` up to `to`. */
export type UsageSummary = {
  from: Date;
  to: Date;
  partner: CallCounts & { hours: number[] };
  keys: KeyUsageSummary[];
};
