import { Prisma } from "../../../prisma/client/client";
import { assertPartnerOrAll } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { cutPage, type Page, readCursor } from "../kernel/paging";
import {
  type Delivery,
  deliveryView,
  eventIdsIn,
  LAST_ID,
  type OfOwner,
} from "../webhooks/queries";
import { EVENT_COLUMNS } from "./row";
import type { Event, EventSearch } from "./schema";
import { matchingTypes } from "./schema";
import { type EventRow, eventJson, eventView } from "./view";

/** An event for people, with its partner. */
type ListedEvent = Event & { partner: { code: string; name: string } };

/**
 * A page of events for people, newest first: a partner's, or of all partners for operators, if
 * `owner` is null. Integrations read readFeed().
 */
export async function listEvents(
  ctx: Ctx,
  { owner, cursor, limit, ...filter }: { owner: string | null } & EventSearch,
): Promise<Page<ListedEvent>> {
  assertPartnerOrAll(ctx, owner);
  const of = { list: "events", partnerId: owner ?? "", filter };
  const [before = null] = readCursor(ctx, of, cursor) ?? [];
  const partnerId = owner ?? filter.partnerId ?? null;
  const span = { before, take: limit + 1, ...filter };
  const rows =
    partnerId === null ? await readAll(ctx, span) : await readOwn(ctx, { ...span, partnerId });
  const position = ({ id, sequence }: EventRow) => [partnerId === null ? id : `${sequence}`];
  const page = cutPage(ctx, of, { rows, limit, position });
  const partnerOf = await readPartners(ctx, page.data);
  return { ...page, data: page.data.map((row) => ({ ...eventView(row), ...partnerOf(row) })) };
}

type Span = Omit<EventSearch, "cursor" | "limit"> & { before: string | null; take: number };

/** Orders the events of all partners by ID, which begins with the time: exact enough for people. */
function readAll(ctx: Ctx, span: Span): Promise<EventRow[]> {
  const { before, take, type, subject } = span;
  const { gte = "", lt = LAST_ID } = eventIdsIn(span);
  if (type !== undefined && subject === undefined) {
    const end = before !== null && before < lt ? before : lt;
    const found = ofTypes(matchingTypes(type), {
      filter: Prisma.sql`true`,
      column: Prisma.sql`id`,
      start: Prisma.sql`${gte}`,
      end: Prisma.sql`${end}`,
      take,
    });
    return ctx.db.$queryRaw<EventRow[]>`
      SELECT ${EVENT_COLUMNS} FROM (${found}) AS events ORDER BY id DESC LIMIT ${take}`;
  }
  return ctx.db.event.findMany({
    where: {
      AND: [{ id: { gte, lt } }, ...(before === null ? [] : [{ id: { lt: before } }])],
      ...(type !== undefined && { type: { in: matchingTypes(type) } }),
      ...(subject !== undefined && { subjectId: subject }),
    },
    orderBy: { id: "desc" },
    take,
  });
}

/** Above any sequence. */
const END = `${2n ** 63n - 1n}`;

function readOwn(ctx: Ctx, span: Span & OfPartner): Promise<EventRow[]> {
  const { partnerId, before, take, type, subject } = span;
  const { gte, lt } = eventIdsIn(span);
  const end = Prisma.sql`${before ?? END}::bigint`;
  const filter = Prisma.sql`
    partner_id = ${partnerId}
      AND sequence > (SELECT expired_through FROM event_counters WHERE partner_id = ${partnerId})
      ${subject === undefined ? Prisma.empty : Prisma.sql`AND subject_id = ${subject}`}
      ${gte === undefined ? Prisma.empty : Prisma.sql`AND id >= ${gte}`}
      ${lt === undefined ? Prisma.empty : Prisma.sql`AND id < ${lt}`}`;
  const found =
    type === undefined
      ? Prisma.sql`SELECT * FROM events WHERE ${filter} AND sequence < ${end}`
      : ofTypes(matchingTypes(type), {
          filter,
          column: Prisma.sql`sequence`,
          start: Prisma.sql`0`,
          end,
          take,
        });
  return ctx.db.$queryRaw<EventRow[]>`
    SELECT ${EVENT_COLUMNS} FROM (${found}) AS events ORDER BY sequence DESC LIMIT ${take}`;
}

type OfTypes = {
  filter: Prisma.Sql;
  /** The column after the type in the index, and its range. */
  column: Prisma.Sql;
  start: Prisma.Sql;
  end: Prisma.Sql;
  take: number;
};

/** As in readFeed(), but backward: each type by its own range of an index. */
function ofTypes(types: readonly string[], { filter, column, start, end, take }: OfTypes) {
  return Prisma.sql`
    SELECT of_type.* FROM unnest(${types}::text[]) AS wanted (type)
    CROSS JOIN LATERAL (
      SELECT * FROM events
      WHERE ${filter} AND (events.type, ${column}) >= (wanted.type, ${start})
        AND (events.type, ${column}) < (wanted.type, ${end})
      ORDER BY events.type DESC, ${column} DESC LIMIT ${take}
    ) AS of_type`;
}

async function readPartners(ctx: Ctx, rows: readonly OfPartner[]) {
  const found = await ctx.db.partner.findMany({
    where: { id: { in: [...new Set(rows.map(({ partnerId }) => partnerId))] } },
    select: { id: true, code: true, name: true },
  });
  const byId = new Map(found.map(({ id, code, name }) => [id, { code, name }]));
  // Events have no foreign key to their partner.
  return ({ partnerId }: OfPartner) => ({ partner: byId.get(partnerId) ?? UNKNOWN });
}

const UNKNOWN = { code: "", name: "Deleted partner" };

type EventDelivery = Delivery & { endpointId: string; url: string };

/**
 * An event, its JSON as the feed returns it, and its deliveries to the owner's endpoints: the
 * partner's, or the platform's for operators. Throws `not_found`, also for another partner's.
 */
export async function getEvent(
  ctx: Ctx,
  { partnerId, eventId }: OfOwner & { eventId: string },
): Promise<{ event: ListedEvent; json: string; deliveries: EventDelivery[] }> {
  assertPartnerOrAll(ctx, partnerId);
  const where = { id: eventId, ...(partnerId !== null && { partnerId }) };
  const row = await ctx.db.event.findFirst({ where });
  if (!row) return fail("not_found", { message: "Event not found." });
  const partnerOf = await readPartners(ctx, [row]);
  const endpoints = await ctx.db.webhookEndpoint.findMany({
    where: { partnerId },
    orderBy: { id: "asc" },
    select: { id: true, url: true, heldUntil: true },
  });
  const deliveries = await ctx.db.webhookDelivery.findMany({
    where: { eventId, endpointId: { in: endpoints.map(({ id }) => id) } },
  });
  return {
    event: { ...eventView(row), ...partnerOf(row) },
    json: eventJson(row),
    deliveries: endpoints.flatMap(({ id, url, heldUntil }) =>
      deliveries
        .filter(({ endpointId }) => endpointId === id)
        .map((delivery) => ({ ...deliveryView(delivery, { heldUntil }), endpointId: id, url })),
    ),
  };
}
