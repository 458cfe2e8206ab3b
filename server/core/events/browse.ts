import { Prisma } from "../../../prisma/client/client";
import { assertPartner } from "../access";
import type { Ctx, OfPartner } from "../actor";
import { fail } from "../errors";
import { cutPage, type Page, readCursor } from "../paging";
import { type Delivery, deliveryView, eventIdsIn } from "../webhooks/queries";
import { EVENT_COLUMNS } from "./row";
import type { Event, EventSearch } from "./schema";
import { matchingTypes } from "./types";
import { type EventRow, eventJson, eventView } from "./view";

/** A page of a partner's events for people, newest first. Integrations read readFeed(). */
export async function listEvents(
  ctx: Ctx,
  { partnerId, cursor, limit, ...filter }: OfPartner & EventSearch,
): Promise<Page<Event>> {
  assertPartner(ctx, partnerId);
  const of = { list: "events", partnerId, filter };
  const [before = null] = readCursor(ctx, of, cursor) ?? [];
  const { gte, lt } = eventIdsIn(filter);
  const range = Prisma.sql`
    partner_id = ${partnerId}
      AND sequence > (SELECT expired_through FROM event_counters WHERE partner_id = ${partnerId})
      ${before === null ? Prisma.empty : Prisma.sql`AND sequence < ${before}::bigint`}
      ${filter.subject === undefined ? Prisma.empty : Prisma.sql`AND subject_id = ${filter.subject}`}
      ${gte === undefined ? Prisma.empty : Prisma.sql`AND id >= ${gte}`}
      ${lt === undefined ? Prisma.empty : Prisma.sql`AND id < ${lt}`}
    ORDER BY sequence DESC LIMIT ${limit + 1}`;
  const rows = await ctx.db.$queryRaw<EventRow[]>`
    SELECT ${EVENT_COLUMNS} FROM (${ofTypes(filter.type, range)}) AS events
    ORDER BY sequence DESC LIMIT ${limit + 1}`;
  const page = cutPage(ctx, of, { rows, limit, position: ({ sequence }) => [`${sequence}`] });
  return { ...page, data: page.data.map(eventView) };
}

// Each type is read by its own range of the index, so that a type is found however rare it is.
function ofTypes(pattern: string | undefined, range: Prisma.Sql): Prisma.Sql {
  if (pattern === undefined) return Prisma.sql`SELECT * FROM events WHERE ${range}`;
  return Prisma.sql`
    SELECT of_type.* FROM unnest(${matchingTypes(pattern)}::text[]) AS wanted (type)
    CROSS JOIN LATERAL (
      SELECT * FROM events WHERE events.type = wanted.type AND ${range}
    ) AS of_type`;
}

/** A delivery of an event, with its endpoint. */
type EventDelivery = Delivery & { endpointId: string; url: string };

/**
 * An event, its JSON as the feed returns it, and its deliveries to the partner's own endpoints.
 * Throws `not_found`, also for another partner's.
 */
export async function getEvent(
  ctx: Ctx,
  { partnerId, eventId }: OfPartner & { eventId: string },
): Promise<{ event: Event; json: string; deliveries: EventDelivery[] }> {
  assertPartner(ctx, partnerId);
  const row = await ctx.db.event.findFirst({ where: { id: eventId, partnerId } });
  if (!row) return fail("not_found", { message: "Event not found." });
  const endpoints = await ctx.db.webhookEndpoint.findMany({
    where: { partnerId },
    orderBy: { id: "asc" },
    select: { id: true, url: true },
  });
  const deliveries = await ctx.db.webhookDelivery.findMany({
    where: { eventId, endpointId: { in: endpoints.map(({ id }) => id) } },
  });
  return {
    event: eventView(row),
    json: eventJson(row),
    deliveries: endpoints.flatMap(({ id, url }) =>
      deliveries
        .filter(({ endpointId }) => endpointId === id)
        .map((delivery) => ({ ...deliveryView(delivery), endpointId: id, url })),
    ),
  };
}
