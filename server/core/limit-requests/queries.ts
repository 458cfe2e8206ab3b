import type { Prisma } from "../../../prisma/client/client";
import { within } from "../access";
import type { Ctx } from "../actor";
import { cutPage, type Page, type Pages, type Position, readCursor } from "../paging";
import { type LimitRequest, limitRequestView, WITH_NAMES } from "./view";

/** Sort order of the list: open requests first. */
const STATUSES = ["open", "approved", "declined"] as const;

/**
 * A page of the partner's requests, or for operators of all partners': open ones first, then newest
 * first. Throws `invalid_request` for a cursor of another list.
 */
export async function listLimitRequests(
  ctx: Ctx,
  { cursor, limit }: Pages,
): Promise<Page<LimitRequest>> {
  const of = { list: "limit-requests", partnerId: within(ctx).partnerId ?? "", filter: {} };
  const rows = await ctx.db.limitRequest.findMany({
    where: { ...within(ctx), ...after(readCursor(ctx, of, cursor)) },
    orderBy: [{ status: "asc" }, { id: "desc" }],
    take: limit + 1,
    include: WITH_NAMES,
  });
  const page = cutPage(ctx, of, { rows, limit, position: ({ status, id }) => [status, id] });
  return { ...page, data: page.data.map(limitRequestView) };
}

function after(position: Position | null): Prisma.LimitRequestWhereInput {
  const status = STATUSES.find((one) => one === position?.[0]);
  if (position === null || status === undefined) return {};
  const later = STATUSES.slice(STATUSES.indexOf(status) + 1);
  return { OR: [{ status, id: { lt: position[1] } }, { status: { in: later } }] };
}
