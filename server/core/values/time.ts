import { z } from "zod";

/** An outgoing timestamp: RFC 3339 in UTC, with milliseconds. */
export const Timestamp = z.preprocess(
  (instant: Date) => (instant instanceof Date ? instant.toISOString() : instant),
  z.iso.datetime(),
);

// An offset can push a four-digit year out of the range that PostgreSQL reads.
const EARLIEST = new Date("1970-01-01T00:00:00Z");
const TOO_LATE = new Date("+010000-01-01T00:00:00Z");

/** An incoming timestamp: RFC 3339, with `Z` or an offset. */
export const Instant = z.iso
  .datetime({
    offset: true,
    error: "Must be an RFC 3339 timestamp, for example 2026-11-21T00:00:00Z.",
  })
  .transform((text) => new Date(text))
  .refine((instant) => instant >= EARLIEST && instant < TOO_LATE, "Must be between 1970 and 9999.");
