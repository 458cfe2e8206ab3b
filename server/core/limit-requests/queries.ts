import type { Prisma } from "../../../prisma/client/client";
import { assertOperator, within } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { cutPage, type Page, type Position, readCursor } from "../kernel/paging";
import { type LimitRequestQuery, LimitRequestStatus } from "./schema";
import { type LimitRequest, limitRequestView, WITH_NAMES } from "./view";

/**
 * A page of the partner's requests, or for operators of all partners': open ones first, then newest
 * first. Throws `invalid_request` for a cursor of another list.
 */
export async function listLimitRequests(
  ctx: Ctx,
  { cursor, limit, ...filter }: LimitRequestQuery,
): Promise<Page<LimitRequest>> {
  const of = { list: "limit-requests", partnerId: within(ctx).partnerId ?? "", filter };
  const rows = await ctx.db.limitRequest.findMany({
    where: { AND: [{ ...within(ctx), ...filter }, after(readCursor(ctx, of, cursor))] },
    orderBy: [{ status: "asc" }, { id: "desc" }],
    take: limit + 1,
    include: WITH_NAMES,
  });
  const page = cutPage(ctx, of, { rows, limit, position: ({ status, id }) => [status, id] });
  return { ...page, data: page.data.map(limitRequestView) };
}

/** Throws `not_found`. */
export async function getLimitRequest(ctx: Ctx, { id }: { id: string }): Promise<LimitRequest> {
  const row = await ctx.db.limitRequest.findFirst({
    where: { ...within(ctx), id },
    include: WITH_NAMES,
  });
  return row ? limitRequestView(row) : fail("not_found", { message: "Limit request not found." });
}

function after(position: Position | null): Prisma.LimitRequestWhereInput {
  const statuses = LimitRequestStatus.options;
  const status = statuses.find((one) => one === position?.[0]);
  if (position === null || status === undefined) return {};
  const later = statuses.slice(statuses.indexOf(status) + 1);
  return { OR: [{ status, id: { lt: position[1] } }, { status: { in: later } }] };
}

/** The number of requests to decide, for operators. */
export async function countLimitRequests(ctx: Ctx): Promise<{ open: number }> {
  assertOperator(ctx);
  return { open: await ctx.db.limitRequest.count({ where: { status: "open" } }) };
}

/** The newest request of each of these keys, by the key's ID; older ones are decided. */
export async function newestRequests(
  ctx: Ctx,
  { keyIds }: { keyIds: string[] },
): Promise<Map<string, LimitRequest>> {
  const rows = await ctx.db.limitRequest.findMany({
    where: { ...within(ctx), keyId: { in: keyIds } },
    orderBy: { id: "asc" },
    include: WITH_NAMES,
  });
  return new Map(rows.map((row) => [row.keyId, limitRequestView(row)]));
}
