import { Prisma } from "../../prisma/client/client";
import type { Core, Tx } from "../core/kernel/actor";
import { event } from "../core/kernel/event";
import { firstIdAt } from "../core/kernel/ids";
import { recordFact } from "../core/notifications/mutations";
import { WEBHOOK_EVENTS } from "../core/webhooks/events";
import { DELIVERY_DAYS, FAILING_DAYS, FAILING_FOR_MS, WARNING_DAYS } from "../core/webhooks/limits";
import { disableEndpoint } from "../core/webhooks/mutations";
import { WEBHOOK_NOTIFICATIONS } from "../core/webhooks/notifications";
import { failSome } from "../core/webhooks/pending";
import { PENDING_ENDPOINTS } from "./queue";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Small, so that no sweep holds locks, or the embedded database's only session, for long. */
const ROWS_PER_BATCH = 500;
const ENDPOINTS_PER_BATCH = 100;

/**
 * The work that no delivery causes: warnings about failing endpoints, their end, retries that a
 * wrong clock has scheduled, and retention. Several processes may do it at once.
 */
export async function doUpkeep(core: Core): Promise<void> {
  await correctRetries(core);
  await warnOfFailing(core);
  await disableFailing(core);
  await failPendingOfDisabled(core);
  await deletePendingOfDeleted(core);
  await deleteOldDeliveries(core);
}

/** No retry is scheduled for later than this, with its jitter. */
const LONGEST_WAIT_HOURS = 48;

/** Makes retries due that a clock has scheduled which ran ahead and was set back since. */
async function correctRetries({ transact }: Core): Promise<void> {
  await transact(
    (tx) => tx.$executeRaw`
      UPDATE webhook_deliveries SET next_attempt_at = now() FROM (${PENDING_ENDPOINTS}) AS pending
      WHERE webhook_deliveries.endpoint_id = pending.endpoint_id AND status = 'pending'
        AND next_attempt_at > now() + ${LONGEST_WAIT_HOURS} * interval '1 hour'`,
  );
}

/**
 * Enabled endpoints without a success since `since`. After a time in which no process ran, they get
 * their due deliveries first: such a time says nothing about an endpoint.
 */
function failingSince(since: Date, now: Date): Prisma.Sql {
  return Prisma.sql`status = 'enabled' AND failing_since <= ${since}::timestamptz AND (
    EXISTS (SELECT FROM webhook_hours WHERE endpoint_id = endpoint.id AND failed > 0
      AND hour >= ${new Date(now.getTime() - DAY_MS - HOUR_MS)}::timestamptz)
    OR NOT EXISTS (SELECT FROM webhook_deliveries WHERE endpoint_id = endpoint.id
      AND webhook_deliveries.status = 'pending' AND next_attempt_at <= now()))`;
}

type Warned = { id: string; url: string; partnerId: string | null; failingSince: Date };
type Step = { ms: number; days: number | null };

/** When partners are notified: in the dashboard after half an hour, by event after days. */
const STEPS: readonly Step[] = [
  { ms: FAILING_FOR_MS, days: null },
  ...WARNING_DAYS.map((days) => ({ ms: days * DAY_MS, days })),
];

/**
 * Notifies partners of endpoints without a success for half an hour, one day, and three days; once
 * for each, and only of the longest time that has passed. The platform's own endpoints are in no
 * feed, but are noted as well, for the operators' console.
 */
export async function warnOfFailing({ transact, clock }: Core): Promise<void> {
  for (const { ms, days } of STEPS.toReversed()) {
    const warnSome = () =>
      transact(async (tx, { emit }) => {
        const now = clock.now();
        const since = new Date(now.getTime() - ms);
        const warnedAt = Prisma.sql`failing_since + ${ms}::integer * interval '1 millisecond'`;
        const warned = await tx.$queryRaw<Warned[]>`
          UPDATE webhook_endpoints SET warned_at = ${warnedAt} WHERE id IN (
            SELECT id FROM webhook_endpoints AS endpoint
            WHERE ${failingSince(since, now)}
              AND (warned_at IS NULL OR warned_at < ${warnedAt})
            LIMIT ${ENDPOINTS_PER_BATCH} FOR NO KEY UPDATE SKIP LOCKED)
          RETURNING id, url, partner_id AS "partnerId", failing_since AS "failingSince"`;
        if (days === null) await recordNoSuccess(tx, { clock }, warned);
        for (const { id, partnerId, failingSince } of warned) {
          if (partnerId === null || days === null) continue;
          const data = { days, failingSince };
          emit(partnerId, event(WEBHOOK_EVENTS["webhook_endpoint.failing"], { subject: id, data }));
        }
        return warned.length;
      });
    while ((await warnSome()) === ENDPOINTS_PER_BATCH);
  }
}

async function recordNoSuccess(
  tx: Tx,
  ctx: Pick<Core, "clock">,
  warned: readonly Warned[],
): Promise<void> {
  const select = { id: true, code: true, name: true };
  const ids = warned.flatMap(({ partnerId }) => partnerId ?? []);
  const partners = await tx.partner.findMany({ where: { id: { in: ids } }, select });
  const name = "webhook_endpoint.no_success";
  const type = { name, ...WEBHOOK_NOTIFICATIONS[name] };
  for (const { id, url, partnerId, failingSince } of warned) {
    const partner = partners.find((one) => one.id === partnerId);
    if (!partner) continue;
    const since = failingSince.toISOString();
    const fact = { factId: `${id}:${since}`, subjectId: id, data: { failingSince: since } };
    await recordFact(tx, ctx, { ...fact, type, partner, details: { url } });
  }
}

/** Disables endpoints that have been failing for five days. */
export async function disableFailing(core: Core): Promise<void> {
  const now = core.clock.now();
  const since = new Date(now.getTime() - FAILING_DAYS * DAY_MS);
  const failing = await core.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM webhook_endpoints AS endpoint WHERE ${failingSince(since, now)}`;
  const ctx = { ...core, actor: { kind: "system", name: "webhooks" } as const, address: null };
  for (const { id } of failing) await disableEndpoint(ctx, { endpointId: id, reason: "failing" });
}

/** Ends what was still pending when an endpoint was disabled: more than its transaction can. */
export function failPendingOfDisabled(core: Core): Promise<void> {
  // The lock waits for a change that enables it, and then finds nothing.
  const ofDisabled = Prisma.sql`endpoint_id IN (
    SELECT id FROM webhook_endpoints WHERE status = 'disabled' AND id IN (${PENDING_ENDPOINTS})
    FOR SHARE)`;
  return inBatches(core, (tx) => failSome(tx, ofDisabled, ROWS_PER_BATCH));
}

/** Deletes the pending deliveries of deleted endpoints, which every look would have to skip. */
export function deletePendingOfDeleted(core: Core): Promise<void> {
  return deleteDeliveries(
    core,
    Prisma.sql`status = 'pending' AND endpoint_id IN (
      SELECT endpoint_id FROM (${PENDING_ENDPOINTS}) AS found
      WHERE NOT EXISTS (SELECT FROM webhook_endpoints WHERE id = found.endpoint_id))`,
  );
}

/**
 * Deletes old deliveries, also of endpoints that were deleted, and old counts. What still waits for an
 * enabled endpoint is kept: it is tried for three days, so that either no process ran for a month, or
 * the clock is wrong.
 */
export async function deleteOldDeliveries(core: Core): Promise<void> {
  const end = new Date(core.clock.now().getTime() - DELIVERY_DAYS * DAY_MS);
  const firstKept = firstIdAt("event", end.getTime());
  await deleteDeliveries(
    core,
    Prisma.sql`event_id < ${firstKept} AND (status <> 'pending' OR NOT EXISTS (
      SELECT FROM webhook_endpoints WHERE id = endpoint_id AND webhook_endpoints.status = 'enabled'))
      ORDER BY event_id`,
  );
  await inBatches(
    core,
    (tx) => tx.$executeRaw`
      DELETE FROM webhook_hours WHERE (endpoint_id, hour) IN (
        SELECT endpoint_id, hour FROM webhook_hours WHERE hour < ${end}::timestamptz
        ORDER BY hour LIMIT ${ROWS_PER_BATCH} FOR UPDATE SKIP LOCKED)`,
  );
}

/** Deletes the deliveries that `chosen`, a condition with or without an order, applies to. */
function deleteDeliveries(core: Core, chosen: Prisma.Sql): Promise<void> {
  return inBatches(
    core,
    (tx) => tx.$executeRaw`
      WITH chosen AS (
        SELECT endpoint_id, event_id FROM webhook_deliveries WHERE ${chosen}
        LIMIT ${ROWS_PER_BATCH} FOR UPDATE SKIP LOCKED
      ), attempts AS (
        DELETE FROM webhook_attempts USING chosen
        WHERE webhook_attempts.endpoint_id = chosen.endpoint_id
          AND webhook_attempts.event_id = chosen.event_id
      )
      DELETE FROM webhook_deliveries USING chosen
      WHERE webhook_deliveries.endpoint_id = chosen.endpoint_id
        AND webhook_deliveries.event_id = chosen.event_id`,
  );
}

async function inBatches({ transact }: Core, doSome: (tx: Tx) => Promise<number>) {
  while ((await transact((tx) => doSome(tx))) === ROWS_PER_BATCH);
}
