import { Prisma } from "../../prisma/client/client";
import type { Clock, Tx } from "../core/actor";
import type { Log, RecordedCall, Recorder } from "../core/ports";

const FLUSH_EVERY_MS = 1_000;
/** Keys times minutes that may wait for PostgreSQL; calls beyond are dropped and counted. */
const MAX_WAITING = 50_000;
const ROWS_PER_STATEMENT = 1_000;

type Count = {
  keyId: string;
  minute: Date;
  succeeded: number;
  failed: number;
  rateLimited: number;
  lastAt: Date;
  lastAddress: string | null;
};

export type UsageRecorder = Recorder & {
  /** Writes what waits; returns when it is written or was put back because PostgreSQL is away. */
  flush(): Promise<void>;
  /** Stops the timer and flushes. */
  close(): Promise<void>;
  /** Calls that were dropped since the start because too much was waiting. */
  droppedCalls(): number;
};

/**
 * The one buffer between requests and the usage tables: counts per key and minute, and when and from
 * where a key was last used. It lives in memory, bounded, and is written in batches off the path.
 */
export function createRecorder(options: {
  transact<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  clock: Clock;
  log: Log;
}): UsageRecorder {
  let waiting = new Map<string, Count>();
  let dropped = 0;
  let isAway = false;
  let flushing: Promise<void> = Promise.resolve();

  function record(call: RecordedCall): void {
    const minuteMs = Math.floor(call.at.getTime() / 60_000) * 60_000;
    const slot = `${call.keyId} ${minuteMs}`;
    let count = waiting.get(slot);
    if (!count) {
      if (waiting.size >= MAX_WAITING) {
        dropped++;
        return;
      }
      count = emptyCount(call, minuteMs);
      waiting.set(slot, count);
    }
    add(count, call);
  }

  async function flushOnce(): Promise<void> {
    if (waiting.size === 0) return;
    const batch = waiting;
    waiting = new Map();
    try {
      const counts = [...batch.values()];
      for (let i = 0; i < counts.length; i += ROWS_PER_STATEMENT) {
        const part = counts.slice(i, i + ROWS_PER_STATEMENT);
        await options.transact((tx) => write(tx, part));
        for (const count of part) batch.delete(slotOf(count));
      }
      if (isAway) options.log.info({}, "usage is written again");
      isAway = false;
    } catch (err) {
      if (!isAway) options.log.warn({ err }, "usage cannot be written; it is kept and tried again");
      isAway = true;
      putBack(batch);
    }
  }

  function putBack(batch: Map<string, Count>): void {
    for (const [slot, count] of batch) {
      const newer = waiting.get(slot);
      if (newer) merge(newer, count);
      else waiting.set(slot, count);
    }
  }

  // One after the other: two flushes at once could write the same minute in opposite orders.
  function flush(): Promise<void> {
    flushing = flushing.then(flushOnce);
    return flushing;
  }

  const timer = setInterval(flush, FLUSH_EVERY_MS);
  timer.unref();
  return {
    record,
    flush,
    droppedCalls: () => dropped,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

function slotOf(count: Count): string {
  return `${count.keyId} ${count.minute.getTime()}`;
}

function emptyCount(call: RecordedCall, minuteMs: number): Count {
  return {
    keyId: call.keyId,
    minute: new Date(minuteMs),
    succeeded: 0,
    failed: 0,
    rateLimited: 0,
    lastAt: call.at,
    lastAddress: call.address,
  };
}

function add(count: Count, call: RecordedCall): void {
  if (call.status === 429) count.rateLimited++;
  else if (call.status >= 400) count.failed++;
  else count.succeeded++;
  if (call.at < count.lastAt) return;
  count.lastAt = call.at;
  count.lastAddress = call.address;
}

function merge(into: Count, from: Count): void {
  into.succeeded += from.succeeded;
  into.failed += from.failed;
  into.rateLimited += from.rateLimited;
}

async function write(tx: Tx, counts: readonly Count[]): Promise<void> {
  // In one order everywhere, so that two processes never wait for each other in a circle.
  const ordered = counts.toSorted((a, b) => (slotOf(a) < slotOf(b) ? -1 : 1));
  const rows = ordered.map(
    (c) => Prisma.sql`(${c.keyId}, ${c.minute}::timestamptz, ${c.succeeded}::int, ${c.failed}::int,
      ${c.rateLimited}::int, ${c.lastAt}::timestamptz, ${c.lastAddress}::text)`,
  );
  const columns = Prisma.sql`c(key_id, minute, succeeded, failed, rate_limited, last_at, last_address)`;
  // Joined with the keys: one that was deleted meanwhile must not stop the others from being counted.
  await tx.$executeRaw`
    INSERT INTO key_usage (key_id, minute, succeeded, failed, rate_limited)
    SELECT c.key_id, c.minute, c.succeeded, c.failed, c.rate_limited
    FROM (VALUES ${Prisma.join(rows)}) AS ${columns} JOIN api_keys k ON k.id = c.key_id
    ON CONFLICT (key_id, minute) DO UPDATE SET
      succeeded = key_usage.succeeded + excluded.succeeded,
      failed = key_usage.failed + excluded.failed,
      rate_limited = key_usage.rate_limited + excluded.rate_limited`;
  await tx.$executeRaw`
    UPDATE api_keys k SET last_used_at = l.last_at, last_used_address = l.last_address
    FROM (SELECT DISTINCT ON (key_id) * FROM (VALUES ${Prisma.join(rows)}) AS ${columns}
          ORDER BY key_id, last_at DESC) l
    WHERE k.id = l.key_id AND (k.last_used_at IS NULL OR k.last_used_at < l.last_at)`;
}
