import type { Prisma } from "../../../prisma/client/client";
import { assertOperator, assertPartner, within } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { isId } from "../kernel/ids";
import { cutPage, type Page, type Position, readCursor } from "../kernel/paging";
import { shareOf, toAmount } from "../values/money";
import { daysOfPeriod } from "./period";
import type { PayoutSearch, PayoutStatus } from "./schema";
import { type PayoutView, payoutView, WITH_PARTNER } from "./view";

/**
 * A page of a partner's payouts, newest first; with null, for operators, of all partners'. Throws
 * `invalid_request` for a cursor of another list.
 */
export async function listPayouts(
  ctx: Ctx,
  { partnerId, ...query }: { partnerId: string | null } & PayoutSearch,
): Promise<Page<PayoutView>> {
  if (partnerId === null) assertOperator(ctx);
  else assertPartner(ctx, partnerId);
  const { cursor, limit, ...filter } = query;
  const { isCorrection, sort, ...columns } = filter;
  const of = { list: "payouts", partnerId: partnerId ?? "", filter };
  const after = readCursor(ctx, of, cursor);
  const rows = await ctx.db.payout.findMany({
    where: {
      ...columns,
      ...(isCorrection !== undefined && { correctsId: isCorrection ? { not: null } : null }),
      ...(partnerId !== null && { partnerId }),
      AND: afterCondition(after, sort),
    },
    orderBy: sort === "month" ? [{ period: "desc" }, { id: "desc" }] : { id: "desc" },
    take: limit + 1,
    include: WITH_PARTNER,
  });
  const position = ({ id, period }: { id: string; period: string }) =>
    sort === "month" ? [id, period] : [id];
  const page = cutPage(ctx, of, { rows, limit, position });
  return { ...page, data: page.data.map(payoutView) };
}

function afterCondition(
  position: Position | null,
  sort: PayoutSearch["sort"],
): Prisma.PayoutWhereInput {
  if (position === null) return {};
  const [id, period] = position;
  if (sort !== "month") return { id: { lt: id } };
  return { OR: [{ period: { lt: period } }, { period, id: { lt: id } }] };
}

/** Throws `not_found`, also for another partner's. */
export async function getPayout(
  ctx: Ctx,
  { payoutId: id }: { payoutId: string },
): Promise<PayoutView> {
  const row = isId("payout", id)
    ? await ctx.db.payout.findFirst({ where: { id, ...within(ctx) }, include: WITH_PARTNER })
    : null;
  return row ? payoutView(row) : fail("not_found", { message: "Payout not found." });
}

/** Which of these months are closed for the partner: it has a payout of them, in any currency. */
export async function findClosed(
  db: Pick<Ctx["db"], "payout">,
  { partnerId, periods }: { partnerId: string; periods: string[] },
): Promise<Set<string>> {
  const rows = await db.payout.findMany({
    where: { partnerId, period: { in: periods }, correctsId: null },
    select: { period: true },
    distinct: ["period"],
  });
  return new Set(rows.map(({ period }) => period));
}

/** The count of a partner's payouts by currency and status, and their sum in minor units. */
export type PayoutSum = {
  currency: string;
  status: PayoutStatus;
  payouts: number;
  amount: number;
};

/** The sums of a partner's payouts; with null, for operators, of all partners'. */
export async function sumPayouts(
  ctx: Ctx,
  { partnerId }: { partnerId: string | null },
): Promise<PayoutSum[]> {
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

/** One partner's month in one currency, closed or not; in minor units. */
export type PreviewLine = {
  partner: { id: string; code: string; name: string };
  currency: string;
  gross: number;
  revsharePct: number;
  amount: number;
  isClosed: boolean;
};

/**
 * The payouts that closing the month now would create; for those that exist, their original
 * amounts. For operators; the month need not be over.
 */
export async function previewPeriod(
  ctx: Ctx,
  { period }: { period: string },
): Promise<PreviewLine[]> {
  assertOperator(ctx);
  const { from, to } = daysOfPeriod(period);
  const rows = await ctx.db.$queryRaw<PreviewRow[]>`
    SELECT p.id, p.code, p.name, d.currency, d.gross,
           (coalesce((
             SELECT revshare_pct FROM payouts AS other
             WHERE other.partner_id = p.id AND other.period = ${period} AND other.corrects_id IS NULL
             LIMIT 1
           ), p.revshare_pct) * 100)::int AS hundredths,
           closed.gross AS "closedGross", closed.amount AS "closedAmount",
           (closed.revshare_pct * 100)::int AS "closedHundredths"
    FROM (
      SELECT partner_id, currency, sum(gross)::bigint AS gross FROM charge_days
      WHERE day >= ${from}::text::date AND day < ${to}::text::date AND charges > 0
      GROUP BY 1, 2
    ) AS d
    JOIN partners AS p ON p.id = d.partner_id
    LEFT JOIN payouts AS closed ON closed.partner_id = p.id AND closed.period = ${period}
      AND closed.currency = d.currency AND closed.corrects_id IS NULL
    ORDER BY p.code, d.currency`;
  return rows.map((row) => {
    const isClosed = row.closedAmount !== null;
    const hundredths = row.closedHundredths ?? row.hundredths;
    return {
      partner: { id: row.id, code: row.code, name: row.name },
      currency: row.currency,
      gross: toAmount(row.closedGross ?? row.gross),
      revsharePct: hundredths / 100,
      amount: toAmount(row.closedAmount ?? shareOf(row.gross, hundredths)),
      isClosed,
    };
  });
}

type PreviewRow = {
  id: string;
  code: string;
  name: string;
  currency: string;
  gross: bigint;
  hundredths: number;
  closedGross: bigint | null;
  closedAmount: bigint | null;
  closedHundredths: number | null;
};
