import { assertOperator, assertPartner, within } from "../access";
import type { Ctx } from "../actor";
import { fail } from "../errors";
import { eventJson } from "../events/view";
import { isId } from "../ids";
import { cutPage, type Page, type Pages, readCursor } from "../paging";
import type { DeliveryQuery, WebhookEndpoint } from "./schema";
import { type EndpointRow, endpointView } from "./view";

/** The owner of endpoints: a partner, or null for the platform, whose endpoints only operators see. */
export type OfOwner = { partnerId: string | null };
type OfEndpoint = { endpointId: string };

/** Throws `not_found` or `forbidden` unless the actor may read this owner's endpoints. */
export function assertOwner(ctx: Ctx, { partnerId }: OfOwner): void {
  if (partnerId === null) assertOperator(ctx);
  else assertPartner(ctx, partnerId);
}

/** The row. Throws `not_found`, also for another partner's. Nothing of it is for display. */
export async function findEndpoint(ctx: Ctx, { endpointId: id }: OfEndpoint): Promise<EndpointRow> {
  const row = isId("webhookEndpoint", id)
    ? await ctx.db.webhookEndpoint.findFirst({ where: { id, ...within(ctx) } })
    : null;
  if (!row) return fail("not_found", { message: "Webhook endpoint not found." });
  assertOwner(ctx, row);
  return row;
}

export async function getEndpoint(ctx: Ctx, of: OfEndpoint): Promise<WebhookEndpoint> {
  return endpointView(await findEndpoint(ctx, of), ctx.clock.now());
}

/** A page of the owner's endpoints, newest first. */
export async function listEndpoints(
  ctx: Ctx,
  { partnerId, cursor, limit }: OfOwner & Pages,
): Promise<Page<WebhookEndpoint>> {
  assertOwner(ctx, { partnerId });
  const of = { list: "webhook-endpoints", partnerId: partnerId ?? "", filter: {} };
  const after = readCursor(ctx, of, cursor)?.[0];
  const rows = await ctx.db.webhookEndpoint.findMany({
    where: { partnerId, ...(after !== undefined && { id: { lt: after } }) },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const now = ctx.clock.now();
  const page = cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
  return { ...page, data: page.data.map((row) => endpointView(row, now)) };
}

/** A delivery, for display. */
export type Delivery = {
  eventId: string;
  type: string;
  isTest: boolean;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  nextAttemptAt: Date | null;
  lastStatus: number | null;
  lastAttemptAt: Date | null;
  createdAt: Date;
};

/** A page of an endpoint's deliveries, newest first. */
export async function listDeliveries(
  ctx: Ctx,
  { endpointId, status, cursor, limit }: OfEndpoint & DeliveryQuery,
): Promise<Page<Delivery>> {
  await findEndpoint(ctx, { endpointId });
  const of = { list: "deliveries", partnerId: endpointId, filter: { status } };
  const after = readCursor(ctx, of, cursor)?.[0];
  const rows = await ctx.db.webhookDelivery.findMany({
    where: {
      endpointId,
      ...(status !== undefined && { status }),
      ...(after !== undefined && { eventId: { lt: after } }),
    },
    orderBy: { eventId: "desc" },
    take: limit + 1,
  });
  const page = cutPage(ctx, of, { rows, limit, position: ({ eventId }) => [eventId] });
  return { ...page, data: page.data.map(deliveryView) };
}

type DeliveryRow = Omit<Delivery, "isTest"> & { testBody: string | null };

function deliveryView(row: DeliveryRow): Delivery {
  return {
    eventId: row.eventId,
    type: row.type,
    isTest: row.testBody !== null,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.nextAttemptAt,
    lastStatus: row.lastStatus,
    lastAttemptAt: row.lastAttemptAt,
    createdAt: row.createdAt,
  };
}

/** One request of a delivery and its response. */
export type Attempt = {
  number: number;
  at: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
  requestBody: string | null;
  response: string;
};

/** A delivery with its attempts, oldest first. Bodies are null once the event is deleted. */
export async function getDelivery(
  ctx: Ctx,
  { endpointId, eventId }: OfEndpoint & { eventId: string },
): Promise<{ delivery: Delivery; attempts: Attempt[] }> {
  await findEndpoint(ctx, { endpointId });
  const where = { endpointId, eventId };
  const row = await ctx.db.webhookDelivery.findFirst({ where });
  if (!row) return fail("not_found", { message: "Delivery not found." });
  const event = await ctx.db.event.findUnique({ where: { id: eventId } });
  const body = row.testBody ?? (event && eventJson(event));
  const attempts = await ctx.db.webhookAttempt.findMany({ where, orderBy: { number: "asc" } });
  return {
    delivery: deliveryView(row),
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      at: attempt.at,
      durationMs: attempt.durationMs,
      status: attempt.status,
      error: attempt.error,
      requestBody: attempt.requestBody ?? body,
      response: attempt.response,
    })),
  };
}

const HOUR_MS = 3_600_000;

/** Attempts per hour of the last 24 hours, oldest first; hours without attempts are left out. */
export async function readEndpointHours(ctx: Ctx, { endpointId }: OfEndpoint) {
  await findEndpoint(ctx, { endpointId });
  const since = new Date(ctx.clock.now().getTime() - 24 * HOUR_MS);
  return ctx.db.webhookHour.findMany({
    where: { endpointId, hour: { gte: since } },
    orderBy: { hour: "asc" },
    select: { hour: true, succeeded: true, failed: true },
  });
}
