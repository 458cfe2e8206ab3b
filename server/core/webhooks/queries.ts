import type { Prisma } from "../../../prisma/client/client";
import { matchingTypes } from "../events/schema";
import { eventJson } from "../events/view";
import { assertOperator, assertPartnerOrAll, within } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { firstIdAt, isId } from "../kernel/ids";
import { cutPage, type Page, type Pages, readCursor } from "../kernel/paging";
import { isBroken } from "./attention";
import { type Header, shownRequestHeaders } from "./headers";
import {
  type DeliveryQuery,
  DeliveryStatus,
  type WebhookDelivery,
  type WebhookEndpoint,
} from "./schema";
import { type EndpointRow, endpointView } from "./view";

/** The owner of endpoints: a partner, or null for the platform, whose endpoints only operators see. */
export type OfOwner = { partnerId: string | null };
/** With `partnerId`, an endpoint of another owner is not found, also not by operators. */
export type OfEndpoint = { endpointId: string; partnerId?: string | null };

/** The row, which is not for display. Throws `not_found`, also for another partner's. */
export async function findEndpoint(
  ctx: Ctx,
  { endpointId: id, partnerId }: OfEndpoint,
): Promise<EndpointRow> {
  const row = isId("webhookEndpoint", id)
    ? await ctx.db.webhookEndpoint.findFirst({ where: { id, ...within(ctx) } })
    : null;
  if (!row || (partnerId !== undefined && row.partnerId !== partnerId))
    return fail("not_found", { message: "Webhook endpoint not found." });
  assertPartnerOrAll(ctx, row.partnerId);
  return row;
}

/** Like findEndpoint(), but throws `conflict` if the endpoint is disabled. */
export async function findEnabled(ctx: Ctx, of: OfEndpoint): Promise<EndpointRow> {
  const row = await findEndpoint(ctx, of);
  if (row.status === "disabled") fail("conflict", { message: "The endpoint is disabled." });
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
  assertPartnerOrAll(ctx, partnerId);
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
export type Delivery = Omit<WebhookDelivery, "lastError">;

/** A page of an endpoint's deliveries, newest first. */
export async function listDeliveries(
  ctx: Ctx,
  { endpointId, partnerId, cursor, limit, ...filter }: OfEndpoint & DeliveryQuery,
): Promise<Page<Delivery>> {
  const endpoint = await findEndpoint(ctx, { endpointId, partnerId });
  const of = { list: "deliveries", partnerId: endpointId, filter };
  const after = readCursor(ctx, of, cursor)?.[0];
  const ids = { ...eventIdsIn(filter), ...(after !== undefined && { lt: after }) };
  const range = { endpointId, ids, limit: limit + 1 };
  const isFiltered = filter.status !== undefined || filter.type !== undefined;
  const rows = await (isFiltered ? readFiltered(ctx, range, filter) : readNewest(ctx, range));
  const page = cutPage(ctx, of, { rows, limit, position: ({ eventId }) => [eventId] });
  return { ...page, data: page.data.map((row) => deliveryView(row, endpoint)) };
}

type Range = { endpointId: string; ids: { gte?: string; lt?: string }; limit: number };

/** Above the id of any event. */
export const LAST_ID = `evt_${"z".repeat(27)}`;

// Rows are compared and ordered by all columns of an index. With `endpoint_id = ... ORDER BY event_id`,
// PostgreSQL may read the index of event ids instead, through the deliveries of all endpoints.

function readNewest(ctx: Ctx, { endpointId, ids, limit }: Range): Promise<DeliveryRow[]> {
  const { gte = "", lt = LAST_ID } = ids;
  return ctx.db.$queryRaw<DeliveryRow[]>`
    SELECT event_id AS "eventId", type, test_body AS "testBody", status::text, attempts,
      next_attempt_at AS "nextAttemptAt", last_status AS "lastStatus",
      last_attempt_at AS "lastAttemptAt", created_at AS "createdAt"
    FROM webhook_deliveries
    WHERE (endpoint_id, event_id) >= (${endpointId}, ${gte})
      AND (endpoint_id, event_id) < (${endpointId}, ${lt})
    ORDER BY endpoint_id DESC, event_id DESC LIMIT ${limit}`;
}

// Each status and type is read by its own range, so that it is found however rare it is.
function readFiltered(
  ctx: Ctx,
  { endpointId, ids, limit }: Range,
  { status, type = "*" }: Pick<DeliveryQuery, "status" | "type">,
): Promise<DeliveryRow[]> {
  const { gte = "", lt = LAST_ID } = ids;
  const statuses = status === undefined ? DeliveryStatus.options : [status];
  return ctx.db.$queryRaw<DeliveryRow[]>`
    SELECT event_id AS "eventId", type, test_body AS "testBody", status::text, attempts,
      next_attempt_at AS "nextAttemptAt", last_status AS "lastStatus",
      last_attempt_at AS "lastAttemptAt", created_at AS "createdAt"
    FROM unnest(${statuses}::text[]) AS wanted_status (name)
    CROSS JOIN unnest(${matchingTypes(type)}::text[]) AS wanted_type (name)
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_deliveries
      WHERE endpoint_id = ${endpointId} AND status = wanted_status.name::"DeliveryStatus"
        AND (type, event_id) >= (wanted_type.name, ${gte})
        AND (type, event_id) < (wanted_type.name, ${lt})
      ORDER BY type DESC, event_id DESC LIMIT ${limit}) AS found
    ORDER BY event_id DESC LIMIT ${limit}`;
}

type Span = { from?: Date | undefined; to?: Date | undefined };

/** The ids of events recorded in a span of time: ids sort by time. */
export function eventIdsIn({ from, to }: Span): { gte?: string; lt?: string } {
  return {
    ...(from && { gte: firstIdAt("event", from.getTime()) }),
    ...(to && { lt: firstIdAt("event", to.getTime()) }),
  };
}

export type DeliveryRow = Omit<Delivery, "isTest"> & { testBody: string | null };

/** A pending delivery waits for the Retry-After of its endpoint, too. */
export function deliveryView(
  row: DeliveryRow,
  { heldUntil }: Pick<EndpointRow, "heldUntil">,
): Delivery {
  const { nextAttemptAt: dueAt } = row;
  const isHeld = dueAt !== null && heldUntil !== null && heldUntil > dueAt;
  return {
    eventId: row.eventId,
    type: row.type,
    isTest: row.testBody !== null,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: isHeld ? heldUntil : dueAt,
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
  requestHeaders: Header[];
  /** Whether both bodies and the response's headers were kept; null and empty otherwise. */
  isKept: boolean;
  requestBody: string | null;
  /** Null without a response. */
  responseHeaders: Header[] | null;
  response: string;
};

/** A delivery with its attempts, oldest first. Bodies are null once the event is deleted. */
export async function getDelivery(
  ctx: Ctx,
  { endpointId, partnerId, eventId }: OfEndpoint & { eventId: string },
): Promise<{ delivery: Delivery; attempts: Attempt[] }> {
  const endpoint = await findEndpoint(ctx, { endpointId, partnerId });
  const where = { endpointId, eventId };
  const row = await ctx.db.webhookDelivery.findFirst({ where });
  if (!row) return fail("not_found", { message: "Delivery not found." });
  const event = await ctx.db.event.findUnique({ where: { id: eventId } });
  const body = row.testBody ?? (event && eventJson(event));
  const attempts = await ctx.db.webhookAttempt.findMany({ where, orderBy: { number: "asc" } });
  return {
    delivery: deliveryView(row, endpoint),
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      at: attempt.at,
      durationMs: attempt.durationMs,
      status: attempt.status,
      error: attempt.error,
      requestHeaders: shownRequestHeaders(attempt),
      isKept: attempt.isKept,
      requestBody: attempt.isKept ? (attempt.requestBody ?? body) : null,
      responseHeaders: attempt.responseHeaders as Header[] | null,
      response: attempt.response,
    })),
  };
}

const MAX_SHOWN = 10;

/** An endpoint that fails, or that was disabled because it did. */
type BrokenEndpoint = {
  id: string;
  url: string;
  /** Null: the platform's own. */
  partner: { code: string; name: string } | null;
  /** `failing`: no success for a day, or longer. `disabled`: by the platform, after days or a 410. */
  problem: "failing" | "disabled";
  /** The first failure since the last success, or when it was disabled. */
  since: Date;
};

export type BrokenEndpoints = { data: BrokenEndpoint[]; hasMore: boolean };

/** The owner's endpoints that need attention, those with the oldest problems first; at most ten. */
export function brokenEndpoints(ctx: Ctx, { partnerId }: OfOwner): Promise<BrokenEndpoints> {
  assertPartnerOrAll(ctx, partnerId);
  return readBroken(ctx, { partnerId });
}

/** The endpoints of all partners and the platform that need attention; for operators. */
export function allBrokenEndpoints(ctx: Ctx): Promise<BrokenEndpoints> {
  assertOperator(ctx);
  return readBroken(ctx, {});
}

/** The number of endpoints that need attention, by partner; null is the platform. */
export async function countBroken(ctx: Ctx): Promise<Map<string | null, number>> {
  assertOperator(ctx);
  const where = isBroken(ctx.db);
  const rows = await ctx.db.webhookEndpoint.groupBy({ by: ["partnerId"], where, _count: true });
  return new Map(rows.map(({ partnerId, _count }) => [partnerId, _count]));
}

async function readBroken(
  ctx: Ctx,
  owner: Prisma.WebhookEndpointWhereInput,
): Promise<BrokenEndpoints> {
  const rows = await ctx.db.webhookEndpoint.findMany({
    where: { ...owner, ...isBroken(ctx.db) },
    // Those that still fail first: events are being missed.
    orderBy: [{ status: "asc" }, { failingSince: "asc" }, { id: "asc" }],
    take: MAX_SHOWN + 1,
    include: { partner: { select: { code: true, name: true } } },
  });
  const data = rows.slice(0, MAX_SHOWN).map(
    ({ id, url, partner, status, failingSince, disabledAt, createdAt }): BrokenEndpoint => ({
      id,
      url,
      partner,
      problem: status === "enabled" ? "failing" : "disabled",
      since: (status === "enabled" ? failingSince : disabledAt) ?? createdAt,
    }),
  );
  return { data, hasMore: rows.length > MAX_SHOWN };
}
