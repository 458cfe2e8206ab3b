import { z } from "zod";
import { Id } from "../values/text";
import { Instant } from "../values/time";

export const USAGE_INTERVALS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
type UsageInterval = keyof typeof USAGE_INTERVALS;

/** The most points in one response: a day of minutes, two months of hours. */
export const MAX_USAGE_POINTS = 1_500;

/** Calls of one key or of all, in a time range; the last 24 hours by default. */
export const UsageQuery = z.strictObject({
  keyId: Id.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  interval: z.enum(["minute", "hour", "day"]).default("hour"),
});
export type UsageQuery = z.infer<typeof UsageQuery>;

/** Calls by outcome: `failed` is every 4xx and 5xx except 429. */
export type CallCounts = { succeeded: number; failed: number; rateLimited: number };

/**
 * `peak`: all calls of the interval's peak minute. `peakTenSeconds`: the most calls in ten seconds,
 * of one key; null for several keys, or if an earlier release counted the calls.
 */
export type UsagePoint = CallCounts & { at: Date; peak: number; peakTenSeconds: number | null };

/** All intervals in order, in UTC, including empty ones. */
export type UsageSeries = { from: Date; to: Date; interval: UsageInterval; points: UsagePoint[] };

export type KeyUsageSummary = CallCounts & {
  keyId: string;
  /** Calls of each of the 24 hours, oldest first. */
  hours: number[];
  /** Scopes that the key has had for 30 days without using them. */
  unusedScopes: string[];
};

/** The last 24 hours: the current hour and the 23 before it, from `from` on. */
export type UsageSummary = {
  from: Date;
  partner: CallCounts & { hours: number[] };
  keys: KeyUsageSummary[];
};

/** A key's calls of the last 24 hours, with what a chart or a list says about the key. */
export type KeyTraffic = CallCounts & {
  key: { id: string; label: string; tail: string; perMinute: number };
  /** Calls of each of the 24 hours, oldest first. */
  hours: number[];
  /** The last minute with a 429. */
  limitedAt: Date | null;
};

/** A partner's last 24 hours, with the keys that are busiest or need attention. */
export type UsageOverview = {
  from: Date;
  partner: CallCounts & { hours: number[] };
  /** Whether any key was ever used, also before these 24 hours. */
  isUsed: boolean;
  /** The keys with the most calls, including revoked and expired ones. */
  busiest: KeyTraffic[];
  /** Active keys that are rate limited, those with the highest share of 429s first. */
  limited: KeyTraffic[];
  hasMoreLimited: boolean;
};
