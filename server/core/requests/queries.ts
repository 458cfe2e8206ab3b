import { Prisma } from "../../../prisma/client/client";
import { assertPartner, ownPartnerId } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import { selectAll } from "../kernel/columns";
import { ERRORS, fail, isErrorCode } from "../kernel/errors";
import { firstIdAt, isId } from "../kernel/ids";
import { cutPage, type Page, readCursor } from "../kernel/paging";
import { likePrefix } from "../kernel/patterns";
import { recentCalls } from "../usage/peaks";
import type {
  Exceeded,
  LoggedRequest,
  RequestDetails,
  RequestFilter,
  RequestSearch,
} from "./schema";

type Row = Prisma.RequestLogGetPayload<object> & { keyLabel: string | null };

// The key may have been deleted before its entries in the log.
const SELECT = Prisma.sql`
  SELECT ${selectAll("r", Prisma.RequestLogScalarFieldEnum)}, k.label AS "keyLabel"
  FROM request_log r LEFT JOIN api_keys k ON k.id = r.key_id`;

/**
 * A page of a partner's requests, newest first. Requests logged meanwhile sort before the first
 * page. Throws `invalid_request` for a cursor of another list.
 */
export async function listRequests(
  ctx: Ctx,
  { partnerId, cursor, limit, ...filter }: OfPartner & RequestSearch,
): Promise<Page<LoggedRequest>> {
  assertPartner(ctx, partnerId);
  const of = { list: "requests", partnerId, filter };
  const [after] = readCursor(ctx, of, cursor) ?? [];
  const conditions = [
    Prisma.sql`r.partner_id = ${partnerId}`,
    ...conditionsOf(filter),
    ...(after === undefined ? [] : [Prisma.sql`r.id < ${after}`]),
  ];
  const rows = await ctx.db.$queryRaw<Row[]>`
    ${SELECT} WHERE ${Prisma.join(conditions, " AND ")} ORDER BY r.id DESC LIMIT ${limit + 1}`;
  const page = cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
  return { ...page, data: page.data.map(loggedRequest) };
}

/**
 * One request, by the request id of its response. Throws `not_found`, also for another partner's.
 */
export async function getRequest(
  ctx: Ctx,
  { requestId: id }: { requestId: string },
): Promise<RequestDetails> {
  const own = ownPartnerId(ctx.actor);
  const rows = isId("request", id)
    ? await ctx.db.$queryRaw<Row[]>`
        ${SELECT} WHERE r.id = ${id} AND (r.partner_id = ${own} OR ${own}::text IS NULL)`
    : [];
  const [row] = rows;
  if (!row) return fail("not_found", { message: "Request not found." });
  return { ...loggedRequest(row), exceeded: await exceededBy(ctx, row) };
}

/**
 * The limiter refuses when the bucket is empty, and does not say why it is. The counts do: the
 * bucket is empty for as long as the key sends more than its limit each minute, or only because
 * more came at once than it holds.
 */
async function exceededBy(ctx: Ctx, { at, keyId, perMinute }: Row): Promise<Exceeded | null> {
  if (perMinute === null) return null;
  const minuteMs = Math.floor(at.getTime() / 60_000) * 60_000;
  const minutes = await ctx.db.keyUsage.findMany({
    where: { keyId, minute: { in: [new Date(minuteMs - 60_000), new Date(minuteMs)] } },
    select: { minute: true, fives: true },
  });
  const calls = recentCalls(minutes, at);
  if (!calls || minutes.length === 0) return null;
  return { ...calls, limit: calls.inMinute > perMinute ? "minute" : "burst" };
}

function conditionsOf(filter: RequestFilter): Prisma.Sql[] {
  const { keyId, errorCode, api, route, path, address, method, from, to, requestId } = filter;
  return [
    ...(keyId ? [Prisma.sql`r.key_id = ${keyId}`] : []),
    ...statusConditions(filter.status),
    ...(errorCode ? codeConditions(errorCode) : []),
    ...(api ? [Prisma.sql`r.is_product = ${api === "product"}`] : []),
    ...(route ? [Prisma.sql`r.route = ${route}`] : []),
    ...(path ? [Prisma.sql`coalesce(r.path, r.route) LIKE ${likePrefix(path)}`] : []),
    ...(address ? [Prisma.sql`r.address LIKE ${likePrefix(address.toLowerCase())}`] : []),
    ...(method ? [Prisma.sql`r.method = ${method}`] : []),
    // Ids begin with the time, and the indexes end with the ids.
    ...(from ? [Prisma.sql`r.id >= ${firstIdAt("request", from.getTime())}`] : []),
    ...(to ? [Prisma.sql`r.id < ${firstIdAt("request", to.getTime())}`] : []),
    ...(requestId ? [idCondition(requestId)] : []),
  ];
}

// By class and by number: the index over failures begins with the class.
function statusConditions(status: string | undefined): Prisma.Sql[] {
  if (status === undefined) return [];
  // As in key_usage: every 4xx and 5xx except 429.
  if (status === "failed") return [Prisma.sql`r.status >= 400 AND r.status <> 429`];
  const first = Number(status.charAt(0));
  const isFailure = first >= 4 ? [Prisma.sql`r.status >= 400`] : [];
  const exact = status.endsWith("xx") ? [] : [Prisma.sql`r.status = ${Number(status)}`];
  return [Prisma.sql`(r.status / 100) = ${first}`, ...isFailure, ...exact];
}

// Includes the status class, for the same index.
function codeConditions(code: string): Prisma.Sql[] {
  const status = isErrorCode(code) ? `${ERRORS[code].status}` : undefined;
  return [Prisma.sql`r.error_code = ${code}`, ...statusConditions(status)];
}

function idCondition(id: string): Prisma.Sql {
  return isId("request", id) ? Prisma.sql`r.id = ${id}` : Prisma.sql`r.client_request_id = ${id}`;
}

function loggedRequest(row: Row): LoggedRequest {
  return {
    id: row.id,
    at: row.at,
    partnerId: row.partnerId,
    key: { id: row.keyId, label: row.keyLabel ?? "" },
    api: row.isProduct ? "product" : "partner",
    method: row.method,
    route: row.route,
    path: row.path ?? row.route,
    query: row.query?.split("&") ?? [],
    status: row.status,
    errorCode: row.errorCode,
    errorMessage: row.errorMessage,
    durationMs: row.durationUs / 1000,
    address: row.address,
    clientRequestId: row.clientRequestId,
    perMinute: row.perMinute,
  };
}
