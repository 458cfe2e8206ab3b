import { Prisma } from "../../prisma/client/client";
import type { Tx } from "../core/kernel/actor";
import { firstIdAt } from "../core/kernel/ids";
import type { Transact } from "./write-buffer";

/** Small, so that no sweep holds locks, or the embedded database's only session, for long. */
export const ROWS_PER_BATCH = 500;
/** An arbitrary number, the same in every process: the holder of this lock sweeps. */
const SWEEP_LOCK = 4_071_521;

/** No event has a later position. */
const LAST = 2n ** 63n - 1n;

/** The result of a sweep. Not done if another process is sweeping. */
type Swept = { deleted: number; isDone: boolean };

/** Deletes the rows of the request log from before `id`. */
export function deleteRequestsBefore(transact: Transact, id: string): Promise<Swept> {
  return inBatches(transact, (tx) => deleteRequests(tx, Prisma.sql`id < ${id}`));
}

/**
 * Deletes the events from before `at`, by the time in their ids, and notes in their partners'
 * counters, and in the order of all events, which was the latest. The counters are locked in the
 * order of their partners' ids, as those who append events do. An event that follows younger ones
 * was written by a clock that ran behind: it is kept as long as they are.
 */
export function deleteEventsBefore(transact: Transact, at: Date): Promise<Swept> {
  const id = firstIdAt("event", at.getTime());
  return inBatches(transact, async (tx) => {
    const [row] = await tx.$queryRaw<{ deleted: number }[]>`
      WITH old AS MATERIALIZED (
        SELECT id, partner_id FROM events WHERE id < ${id} AND position <= coalesce(
          (SELECT position FROM events WHERE id >= ${id} ORDER BY id LIMIT 1), ${LAST}::bigint)
        ORDER BY id LIMIT ${ROWS_PER_BATCH}
      ), counter AS MATERIALIZED (
        SELECT partner_id FROM event_counters WHERE partner_id IN (SELECT partner_id FROM old)
        ORDER BY partner_id FOR NO KEY UPDATE
      ), deleted AS (
        DELETE FROM events USING old WHERE events.id = old.id
        RETURNING events.partner_id, events.sequence, events.position
      ), latest AS (
        SELECT partner_id, max(sequence) AS sequence FROM deleted GROUP BY 1
      ), noted AS (
        UPDATE event_counters AS kept
        SET expired_through = greatest(expired_through, latest.sequence)
        FROM counter JOIN latest USING (partner_id) WHERE kept.partner_id = counter.partner_id
      ), noted_for_all AS (
        UPDATE event_order SET expired_through = position
        FROM (SELECT max(position) AS position FROM deleted) AS last
        WHERE position > expired_through
      )
      SELECT count(*)::int AS deleted FROM deleted`;
    return row?.deleted ?? 0;
  });
}

/** Deletes the mails written before `id` that no longer wait. */
export function deleteMailsBefore(transact: Transact, id: string): Promise<Swept> {
  return inBatches(
    transact,
    (tx) => tx.$executeRaw`
      DELETE FROM mails WHERE id IN (
        SELECT id FROM mails WHERE id < ${id} AND status <> 'pending'
        ORDER BY id LIMIT ${ROWS_PER_BATCH})`,
  );
}

export function deleteCountsBefore(transact: Transact, minute: Date): Promise<Swept> {
  return inBatches(
    transact,
    (tx) => tx.$executeRaw`
      DELETE FROM key_usage WHERE (key_id, minute) IN (
        SELECT key_id, minute FROM key_usage WHERE minute < ${minute}::timestamptz
        ORDER BY minute LIMIT ${ROWS_PER_BATCH})`,
  );
}

/** Deletes the sums of all keys from before `hour`. */
export function deleteHoursBefore(transact: Transact, hour: Date): Promise<Swept> {
  return inBatches(
    transact,
    (tx) => tx.$executeRaw`DELETE FROM usage_hours WHERE hour < ${hour}::timestamptz`,
  );
}

/**
 * Deletes all but the newest `bound` rows of the request log: of one partner, or of all if null.
 */
export async function deleteRequestsOver(
  transact: Transact,
  { bound, partnerId }: { bound: number; partnerId: string | null },
): Promise<Swept> {
  const owner = partnerId === null ? Prisma.sql`TRUE` : Prisma.sql`partner_id = ${partnerId}`;
  const [newest] = await transact(
    (tx) => tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM request_log WHERE ${owner} ORDER BY id DESC OFFSET ${bound} LIMIT 1`,
  );
  if (!newest) return { deleted: 0, isDone: true };
  return inBatches(transact, (tx) =>
    deleteRequests(tx, Prisma.sql`${owner} AND id <= ${newest.id}`),
  );
}

/** The partners with more rows than this in the request log. */
export async function partnersOver(transact: Transact, bound: number): Promise<string[]> {
  const rows = await transact(
    (tx) => tx.$queryRaw<{ partner_id: string }[]>`
      SELECT partner_id FROM request_log GROUP BY partner_id HAVING count(*) > ${bound}`,
  );
  return rows.map((row) => row.partner_id);
}

function deleteRequests(tx: Tx, which: Prisma.Sql): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM request_log WHERE id IN (
      SELECT id FROM request_log WHERE ${which} ORDER BY id LIMIT ${ROWS_PER_BATCH})`;
}

async function inBatches(
  transact: Transact,
  deleteSome: (tx: Tx) => Promise<number>,
): Promise<Swept> {
  let deleted = 0;
  for (;;) {
    const batch = await transact(async (tx) => ((await isOurTurn(tx)) ? deleteSome(tx) : null));
    if (batch === null) return { deleted, isDone: false };
    deleted += batch;
    if (batch < ROWS_PER_BATCH) return { deleted, isDone: true };
  }
}

async function isOurTurn(tx: Tx): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ won: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${SWEEP_LOCK}) AS won`;
  return row?.won ?? false;
}
