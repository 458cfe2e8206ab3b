import { Prisma } from "../../../prisma/client/client";
import type { Core, Tx } from "../kernel/actor";
import { event } from "../kernel/event";
import { isFromFuture } from "../kernel/from-future";
import { ALERT_EVENTS } from "./events";
import { readTargets } from "./queries";
import { ALERT_KINDS, type AlertKind } from "./titles";
import { type AlertRow, alertView } from "./view";

/** Small, so that no transaction is long. */
const ALERTS_PER_BATCH = 50;
const WINDOW_MINUTES = 15;
/** Fewer requests or deliveries say nothing about a share. */
const MIN_REQUESTS = 20;
const MIN_DELIVERIES = 5;
/** An alert is over below this part of its limit, so that it doesn't come and go around it. */
const OVER_AT = 0.8;

/**
 * Evaluates each alert at most once a minute, by the database's clock, whichever process comes
 * first. Its state and its event are one transaction, so that each change is an event once. Reads
 * only what is counted anyway; no request waits for it.
 */
export async function evaluateAlerts(core: Core): Promise<void> {
  const [due] = await core.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM alerts WHERE ${IS_DUE} LIMIT 1`;
  if (!due) return;
  while ((await evaluateSome(core)) === ALERTS_PER_BATCH);
}

// Other kinds are of a newer release, which runs beside this one or comes back.
const IS_DUE = Prisma.sql`(kind = ANY(${[...ALERT_KINDS]}::text[])
  AND (checked_at IS NULL OR checked_at <= now() - interval '1 minute'
    OR ${isFromFuture("checked_at")}))`;

function evaluateSome({ transact, clock }: Core): Promise<number> {
  return transact(async (tx, { emit }) => {
    const claimed = await tx.$queryRaw<{ id: string }[]>`
      UPDATE alerts SET checked_at = now() WHERE id IN (
        SELECT id FROM alerts WHERE ${IS_DUE} ORDER BY checked_at NULLS FIRST
        LIMIT ${ALERTS_PER_BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id`;
    const rows = await tx.alert.findMany({ where: { id: { in: claimed.map(({ id }) => id) } } });
    const nameOf = await readTargets(tx, rows);
    for (const row of rows) {
      const measured = await measure(tx, row);
      const verdict = judge(row, measured);
      if (verdict === null) continue;
      const firedAt = verdict === "triggered" ? clock.now() : null;
      await tx.alert.update({ where: { id: row.id }, data: { firedAt } });
      const { kind, target, threshold, rule } = alertView(row, nameOf(row));
      const data = { kind, target, threshold, rule, value: measured.value };
      emit(row.partnerId, event(ALERT_EVENTS[`alert.${verdict}`], { subject: row.id, data }));
    }
    return claimed.length;
  });
}

/**
 * `isExceeded`: whether what the rule says is the case. `isOver`: whether it is so no longer.
 * `value`: in the unit of the threshold, rounded down, which keeps it on its side of the threshold.
 */
type Measured = { isExceeded: boolean; isOver: boolean; value: number };

/** The event that follows from a measurement; null if the alert stays as it is. */
function judge(
  { firedAt }: AlertRow,
  { isExceeded, isOver }: Measured,
): "triggered" | "resolved" | null {
  if (firedAt === null) return isExceeded ? "triggered" : null;
  return isOver ? "resolved" : null;
}

/** Measures what the rule of an alert is about. */
export function measure(tx: Tx, row: AlertRow): Promise<Measured> {
  return MEASURES[row.kind as AlertKind](tx, row);
}

type Counts = { bad: number; all: number };

const MEASURES: Record<AlertKind, (tx: Tx, row: AlertRow) => Promise<Measured>> = {
  rate_limited_share: async (tx, row) =>
    atLeast(row.threshold, await readCalls(tx, row, Prisma.sql`rate_limited`)),
  error_share: async (tx, row) =>
    atLeast(row.threshold, await readCalls(tx, row, Prisma.sql`failed`)),
  endpoint_success: async (tx, row) => {
    const counts = await readDeliveries(tx, row);
    const [share, limit] = [percentOf(counts), 100 - row.threshold];
    return {
      isExceeded: counts.all >= MIN_DELIVERIES && share > limit,
      isOver: share <= OVER_AT * limit,
      value: Math.floor(100 - share),
    };
  },
  no_traffic: async (tx, row) => {
    const hours = await hoursWithout(tx, row);
    // Any request ends it; it takes as long again until the next.
    const isExceeded = hours >= row.threshold;
    return { isExceeded, isOver: !isExceeded, value: Math.floor(hours) };
  },
};

function atLeast(threshold: number, counts: Counts): Measured {
  const share = percentOf(counts);
  return {
    isExceeded: counts.all >= MIN_REQUESTS && share >= threshold,
    isOver: share < OVER_AT * threshold,
    value: Math.floor(share),
  };
}

const percentOf = ({ bad, all }: Counts) => (all === 0 ? 0 : (100 * bad) / all);

/** The key of an alert and those that replaced it: an alert outlives a rotation. */
export const followed = (target: string | null) => Prisma.sql`
  WITH RECURSIVE followed (id) AS (
    SELECT ${target}::text
    UNION SELECT api_keys.id FROM api_keys JOIN followed ON replaces_id = followed.id)`;

async function readCalls(tx: Tx, { target }: AlertRow, bad: Prisma.Sql): Promise<Counts> {
  const [counts] = await tx.$queryRaw<Counts[]>`
    ${followed(target)} SELECT coalesce(sum(${bad}), 0)::float8 AS bad,
      coalesce(sum(succeeded + failed + rate_limited), 0)::float8 AS "all"
    FROM key_usage WHERE key_id IN (SELECT id FROM followed)
      AND minute > now() - ${WINDOW_MINUTES}::integer * interval '1 minute'
      AND NOT ${isFromFuture("minute")}`;
  return counts ?? { bad: 0, all: 0 };
}

async function readDeliveries(tx: Tx, { target }: AlertRow): Promise<Counts> {
  const [counts] = await tx.$queryRaw<Counts[]>`
    SELECT coalesce(sum(failed), 0)::float8 AS bad,
      coalesce(sum(succeeded + failed), 0)::float8 AS "all"
    FROM webhook_hours WHERE endpoint_id = ${target}
      AND hour >= date_trunc('hour', now() - interval '1 hour', 'UTC')
      AND NOT ${isFromFuture("hour")}`;
  return counts ?? { bad: 0, all: 0 };
}

/**
 * Hours since the last request of the key, or of any; at most since the alert was created. None for
 * a key that was revoked, nor for a terminated partner: their silence is intended.
 */
async function hoursWithout(tx: Tx, { target, partnerId, createdAt }: AlertRow): Promise<number> {
  const [found] = await tx.$queryRaw<{ hours: number }[]>`
    ${followed(target)} SELECT extract(epoch FROM now() - greatest(${createdAt}::timestamptz,
      max(last_used_at) FILTER (WHERE NOT ${isFromFuture("last_used_at")})))::float8 / 3600 AS hours
    FROM api_keys
    WHERE partner_id = ${partnerId}
      AND (${target}::text IS NULL OR id IN (SELECT id FROM followed))
    HAVING (${target}::text IS NULL OR NOT bool_and(revoked_at IS NOT NULL))
      AND EXISTS (SELECT 1 FROM partners WHERE id = ${partnerId} AND terminated_at IS NULL)`;
  return found?.hours ?? 0;
}
