import { z } from "zod";

/** An instant that goes out: RFC 3339 in UTC, to the millisecond. */
export const Timestamp = z.preprocess(
  (instant: Date) => (instant instanceof Date ? instant.toISOString() : instant),
  z.iso.datetime(),
);

// An offset can push a year of four digits out of what PostgreSQL reads.
const EARLIEST = new Date("1970-01-01T00:00:00Z");
const TOO_LATE = new Date("+010000-01-01T00:00:00Z");

/** An instant that comes in: RFC 3339, with `Z` or an offset. */
export const Instant = z.iso
  .datetime({ offset: true, error: "must be a time such as 2026-11-21T00:00:00Z" })
  .transform((text) => new Date(text))
  .refine((instant) => instant >= EARLIEST && instant < TOO_LATE, "must lie within 1970 to 9999");
