import { Prisma } from "../../prisma/client/client";
import type { Tx } from "../core/kernel/actor";
import { isFromFuture } from "../core/kernel/from-future";
import type { RecordedCall } from "../core/kernel/ports";
import type { Transact, WriteBuffer } from "./write-buffer";

/** Keys times minutes that may wait for PostgreSQL; further calls are dropped and counted. */
const MAX_WAITING = 50_000;
const ROWS_PER_STATEMENT = 1_000;

type Count = {
  keyId: string;
  minute: Date;
  succeeded: number;
  failed: number;
  rateLimited: number;
  /** The calls of each five seconds of the minute. */
  fives: number[];
  /** Of these calls, those that the request log left out. */
  unlisted: { succeeded: number; failed: number; rateLimited: number };
  /** Null if the key was only used while revoked or expired. */
  lastAt: Date | null;
  lastAddress: string | null;
};

type UnlistedCall = Pick<RecordedCall, "keyId" | "at" | "status">;

type Row = [slot: string, Count];

/** A write that failed after it began and may still have been committed. */
type Unsure = { transactionId: string; rows: Row[] };

type CountsBuffer = WriteBuffer & {
  /** Counts a call that the request log left out; the call itself is added as well. */
  addUnlisted(call: UnlistedCall): void;
};

/**
 * Counts calls per key and minute, by outcome and by five seconds, and records when and from where
 * a key was last used. Counts each call exactly once.
 */
export function openCounts(transact: Transact): CountsBuffer {
  const waiting = new Map<string, Count>();
  let unsure: Unsure | null = null;
  let dropped = 0;

  /** The count of the call's minute; null if there is no room for another minute. */
  function countOf({ keyId, at }: Pick<RecordedCall, "keyId" | "at">): Count | null {
    const minuteMs = Math.floor(at.getTime() / 60_000) * 60_000;
    const slot = `${keyId} ${minuteMs}`;
    const known = waiting.get(slot);
    if (known) return known;
    if (waiting.size >= MAX_WAITING) return null;
    const count = emptyCount(keyId, minuteMs);
    waiting.set(slot, count);
    return count;
  }

  function putBack(rows: readonly Row[]): void {
    for (const [slot, count] of rows) {
      const newer = waiting.get(slot);
      if (newer) merge(newer, count);
      else waiting.set(slot, count);
    }
  }

  /** Finds out how an unsure write ended. Rejects while that is unknown. */
  async function settle({ transactionId, rows }: Unsure): Promise<void> {
    const state = await transact((tx) => transactionState(tx, transactionId));
    if (state === "in progress") throw new Error("counts are still being written");
    if (state !== "committed") putBack(rows);
    unsure = null;
  }

  async function writeOnce(rows: Row[]): Promise<void> {
    const begun: { transactionId: string | null } = { transactionId: null };
    for (const [slot] of rows) waiting.delete(slot);
    try {
      await transact(async (tx) => {
        begun.transactionId = await currentTransaction(tx);
        await write(tx, rows);
      });
    } catch (error) {
      const { transactionId } = begun;
      if (transactionId === null) putBack(rows);
      else unsure = { transactionId, rows };
      throw error;
    }
  }

  return {
    add(call) {
      const count = countOf(call);
      if (count) addTo(count, call);
      else dropped++;
    },
    addUnlisted(call) {
      const count = countOf(call);
      if (count) count.unlisted[outcomeOf(call)]++;
    },
    async flush() {
      if (unsure) await settle(unsure);
      // The same order in every process prevents deadlocks.
      const rows = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1));
      for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) {
        await writeOnce(rows.slice(i, i + ROWS_PER_STATEMENT));
      }
    },
    waiting: () => waiting.size + (unsure?.rows.length ?? 0),
    dropped: () => dropped,
  };
}

const FIVES_PER_MINUTE = 12;

function emptyCount(keyId: string, minuteMs: number): Count {
  const none = { succeeded: 0, failed: 0, rateLimited: 0 };
  return {
    keyId,
    minute: new Date(minuteMs),
    ...none,
    fives: new Array<number>(FIVES_PER_MINUTE).fill(0),
    unlisted: { ...none },
    lastAt: null,
    lastAddress: null,
  };
}

function outcomeOf({ status }: Pick<RecordedCall, "status">): keyof Count["unlisted"] {
  if (status === 429) return "rateLimited";
  return status >= 400 ? "failed" : "succeeded";
}

function addTo(count: Count, call: RecordedCall): void {
  count[outcomeOf(call)]++;
  const five = Math.floor((call.at.getTime() - count.minute.getTime()) / 5_000);
  count.fives[five] = (count.fives[five] ?? 0) + 1;
  if (call.isKeyInactive || (count.lastAt && call.at < count.lastAt)) return;
  count.lastAt = call.at;
  count.lastAddress = call.address;
}

function merge(into: Count, from: Count): void {
  into.succeeded += from.succeeded;
  into.failed += from.failed;
  into.rateLimited += from.rateLimited;
  into.fives = into.fives.map((calls, five) => calls + (from.fives[five] ?? 0));
  into.unlisted.succeeded += from.unlisted.succeeded;
  into.unlisted.failed += from.unlisted.failed;
  into.unlisted.rateLimited += from.unlisted.rateLimited;
  if (into.lastAt !== null) return;
  into.lastAt = from.lastAt;
  into.lastAddress = from.lastAddress;
}

async function currentTransaction(tx: Tx): Promise<string> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`SELECT pg_current_xact_id()::text AS id`;
  return row?.id ?? "";
}

/** How a transaction ended; null if the database does not know this ID, as after a restore. */
async function transactionState(tx: Tx, id: string): Promise<string | null> {
  // pg_xact_status fails for an ID that is not assigned yet.
  const [row] = await tx.$queryRaw<{ state: string | null }[]>`
    SELECT CASE WHEN ${id}::xid8 < pg_current_xact_id() THEN pg_xact_status(${id}::xid8) END AS state`;
  return row?.state ?? null;
}

async function write(tx: Tx, counts: readonly Row[]): Promise<void> {
  await writeCounts(tx, counts);
  await writeHours(tx, counts);
  const rows = counts.map(
    ([, c]) => Prisma.sql`(${c.keyId}, ${c.lastAt}::timestamptz, ${c.lastAddress}::text)`,
  );
  await tx.$executeRaw`
    UPDATE api_keys k SET last_used_at = l.last_at, last_used_address = l.last_address
    FROM (SELECT DISTINCT ON (key_id) *
          FROM (VALUES ${Prisma.join(rows)}) AS c(key_id, last_at, last_address)
          WHERE last_at IS NOT NULL ORDER BY key_id, last_at DESC) l
    WHERE k.id = l.key_id
      AND (k.last_used_at IS NULL OR k.last_used_at < l.last_at OR ${isFromFuture("k.last_used_at")})`;
}

async function writeCounts(tx: Tx, counts: readonly Row[]): Promise<void> {
  const rows = counts.map(
    ([
      ,
      c,
    ]) => Prisma.sql`(${c.keyId}, ${c.minute}::timestamptz, ${c.succeeded}::int, ${c.failed}::int,
      ${c.rateLimited}::int, ${c.fives}::int[], ${c.unlisted.succeeded}::int,
      ${c.unlisted.failed}::int, ${c.unlisted.rateLimited}::int)`,
  );
  const names = Prisma.raw(`key_id, minute, succeeded, failed, rate_limited, fives,
    unlisted_succeeded, unlisted_failed, unlisted_rate_limited`);
  // Joined with the keys, so that a key deleted meanwhile does not fail the whole statement. An
  // unknown number of unlisted calls, of an earlier release, stays unknown.
  await tx.$executeRaw`
    INSERT INTO key_usage (${names})
    SELECT c.* FROM (VALUES ${Prisma.join(rows)}) AS c(${names}) JOIN api_keys k ON k.id = c.key_id
    ON CONFLICT (key_id, minute) DO UPDATE SET
      succeeded = key_usage.succeeded + excluded.succeeded,
      failed = key_usage.failed + excluded.failed,
      rate_limited = key_usage.rate_limited + excluded.rate_limited,
      fives = ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0)
                    FROM unnest(key_usage.fives, excluded.fives) WITH ORDINALITY AS five(a, b, n)
                    ORDER BY n),
      unlisted_succeeded = key_usage.unlisted_succeeded + excluded.unlisted_succeeded,
      unlisted_failed = key_usage.unlisted_failed + excluded.unlisted_failed,
      unlisted_rate_limited = key_usage.unlisted_rate_limited + excluded.unlisted_rate_limited`;
}

const LANES = 8;
const LANE = process.pid % LANES;

/** The same calls, of all keys together: the start page of operators would have to read them all. */
async function writeHours(tx: Tx, counts: readonly Row[]): Promise<void> {
  const rows = counts.map(
    ([, c]) =>
      Prisma.sql`(${c.minute}::timestamptz, ${c.succeeded}::int, ${c.failed}::int, ${c.rateLimited}::int)`,
  );
  await tx.$executeRaw`
    INSERT INTO usage_hours (hour, lane, succeeded, failed, rate_limited)
    SELECT date_trunc('hour', minute, 'UTC'), ${LANE}::int, sum(succeeded), sum(failed), sum(rate_limited)
    FROM (VALUES ${Prisma.join(rows)}) AS c(minute, succeeded, failed, rate_limited)
    GROUP BY 1 ORDER BY 1
    ON CONFLICT (hour, lane) DO UPDATE SET
      succeeded = usage_hours.succeeded + excluded.succeeded,
      failed = usage_hours.failed + excluded.failed,
      rate_limited = usage_hours.rate_limited + excluded.rate_limited`;
}
