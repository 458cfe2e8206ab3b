import type { Core } from "../core/actor";
import { firstIdAt } from "../core/ids";
import { DELIVERY_DAYS, FAILING_DAYS } from "../core/webhooks/limits";
import { disableEndpoint } from "../core/webhooks/mutations";

const DAY_MS = 86_400_000;
/** Small, so that no sweep holds locks, or the embedded database's only session, for long. */
const ROWS_PER_BATCH = 500;

/** Disables endpoints that have been failing for five days. Several processes may do it at once. */
export async function disableFailing(core: Core): Promise<void> {
  const since = new Date(core.clock.now().getTime() - FAILING_DAYS * DAY_MS);
  const failing = await core.db.webhookEndpoint.findMany({
    where: { status: "enabled", failingSince: { lte: since } },
    select: { id: true },
  });
  const ctx = { ...core, actor: { kind: "system", name: "webhooks" } as const, address: null };
  for (const { id } of failing) await disableEndpoint(ctx, { endpointId: id, reason: "failing" });
}

/** Deletes old deliveries, also of endpoints that were deleted, and old counts. */
export async function deleteOldDeliveries(core: Core): Promise<void> {
  const end = new Date(core.clock.now().getTime() - DELIVERY_DAYS * DAY_MS);
  const firstKept = firstIdAt("event", end.getTime());
  const deleteSome = () =>
    core.transact(
      (tx) => tx.$executeRaw`
        WITH old AS (
          SELECT endpoint_id, event_id FROM webhook_deliveries WHERE event_id < ${firstKept}
          ORDER BY event_id LIMIT ${ROWS_PER_BATCH} FOR UPDATE SKIP LOCKED
        ), attempts AS (
          DELETE FROM webhook_attempts USING old
          WHERE webhook_attempts.endpoint_id = old.endpoint_id
            AND webhook_attempts.event_id = old.event_id
        )
        DELETE FROM webhook_deliveries USING old
        WHERE webhook_deliveries.endpoint_id = old.endpoint_id
          AND webhook_deliveries.event_id = old.event_id`,
    );
  while ((await deleteSome()) === ROWS_PER_BATCH);
  await core.transact((tx) => tx.webhookHour.deleteMany({ where: { hour: { lt: end } } }));
}
