import { assertOperator, assertPartner, within } from "../access";
import type { Ctx } from "../actor";
import { fail } from "../errors";
import { isId } from "../ids";
import { toAmount } from "../money";
import { cutPage, type Page, readCursor } from "../paging";
import type { PayoutSearch, PayoutStatus } from "./schema";
import { type PayoutView, payoutView, WITH_PARTNER } from "./view";

/**
 * A page of a partner's payouts, newest first; with null, for operators, of everyone's. Throws
 * `invalid_request` for a cursor of another list.
 */
export async function listPayouts(
  ctx: Ctx,
  partnerId: string | null,
  query: PayoutSearch,
): Promise<Page<PayoutView>> {
  if (partnerId === null) assertOperator(ctx);
  else assertPartner(ctx, partnerId);
  const { cursor, limit, ...filter } = query;
  const { isCorrection, ...columns } = filter;
  const of = { list: "payouts", partnerId: partnerId ?? "", filter };
  const [after] = readCursor(ctx, of, cursor) ?? [];
  const rows = await ctx.db.payout.findMany({
    where: {
      ...columns,
      ...(isCorrection !== undefined && { correctsId: isCorrection ? { not: null } : null }),
      ...(partnerId !== null && { partnerId }),
      id: { lt: after },
    },
    orderBy: { id: "desc" },
    take: limit + 1,
    include: WITH_PARTNER,
  });
  const page = cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
  return { ...page, data: page.data.map(payoutView) };
}

/** One payout. Throws `not_found`, also for another partner's. */
export async function getPayout(ctx: Ctx, id: string): Promise<PayoutView> {
  const row = isId("payout", id)
    ? await ctx.db.payout.findFirst({ where: { id, ...within(ctx) }, include: WITH_PARTNER })
    : null;
  return row ? payoutView(row) : fail("not_found", { message: "no such payout" });
}

/** How many payouts a partner has in each currency and status, and their sum in minor units. */
export type PayoutSum = {
  currency: string;
  status: PayoutStatus;
  payouts: number;
  amount: number;
};

/** The sums of a partner's payouts; with null, for operators, of everyone's. */
export async function sumPayouts(ctx: Ctx, partnerId: string | null): Promise<PayoutSum[]> {
  if (partnerId === null) assertOperator(ctx);
  else assertPartner(ctx, partnerId);
  const groups = await ctx.db.payout.groupBy({
    by: ["currency", "status"],
    where: partnerId === null ? {} : { partnerId },
    _count: true,
    _sum: { amount: true },
    orderBy: [{ currency: "asc" }, { status: "asc" }],
  });
  return groups.map(({ currency, status, _count, _sum }) => ({
    currency,
    status,
    payouts: _count,
    amount: toAmount(_sum.amount ?? 0n),
  }));
}
