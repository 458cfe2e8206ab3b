import { Prisma } from "../../../prisma/client/client";
import { assertPartnerOrAll } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { type Delivery, type DeliveryRow, deliveryView, LAST_ID, type OfOwner } from "./queries";

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** Attempts per hour of the last 24 hours, oldest first, and the delivery of the latest event. */
export type EndpointActivity = {
  endpointId: string;
  succeeded: number;
  failed: number;
  hours: { succeeded: number; failed: number }[];
  latest: Delivery | null;
};

/** The activity of each of the owner's endpoints. The last hour is still in progress. */
export async function readActivity(ctx: Ctx, { partnerId }: OfOwner): Promise<EndpointActivity[]> {
  assertPartnerOrAll(ctx, partnerId);
  const endpoints = await ctx.db.webhookEndpoint.findMany({
    where: { partnerId },
    select: { id: true, heldUntil: true },
  });
  const ids = endpoints.map(({ id }) => id);
  const thisHour = Math.floor(ctx.clock.now().getTime() / HOUR_MS);
  const first = thisHour - HOURS + 1;
  const [counts, latest] = await Promise.all([
    ctx.db.webhookHour.findMany({
      where: { endpointId: { in: ids }, hour: { gte: new Date(first * HOUR_MS) } },
    }),
    readLatest(ctx, ids),
  ]);
  return endpoints.map(({ id: endpointId, heldUntil }) => {
    const own = counts.filter((count) => count.endpointId === endpointId);
    const hours = Array.from({ length: HOURS }, (_, index) => {
      const atMs = (first + index) * HOUR_MS;
      const found = own.find(({ hour }) => hour.getTime() === atMs);
      return { succeeded: found?.succeeded ?? 0, failed: found?.failed ?? 0 };
    });
    const row = latest.find((delivery) => delivery.endpointId === endpointId);
    return {
      endpointId,
      succeeded: hours.reduce((sum, hour) => sum + hour.succeeded, 0),
      failed: hours.reduce((sum, hour) => sum + hour.failed, 0),
      hours,
      latest: row ? deliveryView(row, { heldUntil }) : null,
    };
  });
}

type LatestRow = DeliveryRow & { endpointId: string };

// Compared and ordered as in listDeliveries(), so that it is read by the primary key.
function readLatest(ctx: Ctx, endpointIds: readonly string[]): Promise<LatestRow[]> {
  return ctx.db.$queryRaw<LatestRow[]>(Prisma.sql`
    SELECT latest.endpoint_id AS "endpointId", event_id AS "eventId", type,
      test_body AS "testBody", status::text, attempts, next_attempt_at AS "nextAttemptAt",
      last_status AS "lastStatus", last_attempt_at AS "lastAttemptAt", created_at AS "createdAt"
    FROM unnest(${[...endpointIds]}::text[]) AS endpoint (id)
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_deliveries
      WHERE (endpoint_id, event_id) >= (endpoint.id, '')
        AND (endpoint_id, event_id) < (endpoint.id, ${LAST_ID})
      ORDER BY endpoint_id DESC, event_id DESC LIMIT 1) AS latest`);
}
