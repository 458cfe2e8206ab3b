import type { Prisma } from "../../../prisma/client/client";
import { assertPartnerOrAll, within } from "../kernel/access";
import type { Ctx, ReadDb } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { isId } from "../kernel/ids";
import { cutPage, type Page, type Pages, type Position, readCursor } from "../kernel/paging";
import { productNames } from "../terms/queries";
import { cappedAmount } from "../values/money";
import { type Line, lineView, readLines } from "./lines";
import type { PayoutLine, PayoutSearch, PayoutStatus } from "./schema";
import {
  type PayoutRow,
  type PayoutRowWithPartner,
  type PayoutView,
  type Percents,
  payoutView,
  WITH_PARTNER,
} from "./view";

/**
 * A page of a partner's payouts, newest first; with null, for operators, of all partners'. Throws
 * `invalid_request` for a cursor of another list.
 */
export async function listPayouts(
  ctx: Ctx,
  { partnerId, ...query }: { partnerId: string | null } & PayoutSearch,
): Promise<Page<PayoutView>> {
  assertPartnerOrAll(ctx, partnerId);
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
  return { ...page, data: await payoutViews(ctx.db, page.data) };
}

/** Payouts with the percentages of their lines, in the same order. */
export async function payoutViews(
  db: ReadDb,
  rows: readonly PayoutRowWithPartner[],
): Promise<PayoutView[]> {
  if (rows.length === 0) return [];
  const found = await db.payoutLine.groupBy({
    by: "payoutId",
    where: { payoutId: { in: rows.map(({ id }) => id) } },
    _min: { percent: true },
    _max: { percent: true },
  });
  const percents = new Map<string, Percents>();
  for (const { payoutId, _min, _max } of found) {
    if (_min.percent === null || _max.percent === null) continue;
    percents.set(payoutId, { min: _min.percent.toNumber(), max: _max.percent.toNumber() });
  }
  return rows.map((row) => payoutView(row, percents.get(row.id)));
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
  const [view] = await payoutViews(ctx.db, row ? [row] : []);
  return view ?? fail("not_found", { message: "Payout not found." });
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
  assertPartnerOrAll(ctx, partnerId);
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
    amount: cappedAmount(_sum.amount ?? 0n),
  }));
}

/** A page of the lines of a payout, in the order of their product codes. Throws `not_found`. */
export async function listPayoutLines(
  ctx: Ctx,
  { payoutId, cursor, limit }: { payoutId: string } & Pages,
): Promise<Page<PayoutLine>> {
  const { partner } = await getPayout(ctx, { payoutId });
  const of = { list: "payout-lines", partnerId: partner.id, filter: { payoutId } };
  const [after] = readCursor(ctx, of, cursor) ?? [];
  const row = await ctx.db.payout.findUniqueOrThrow({ where: { id: payoutId } });
  const all = (await readPayoutLines(ctx.db, { payouts: [row] })).get(payoutId) ?? [];
  const position = ({ product }: PayoutLine) => [product?.code ?? ""];
  const rows = all.filter((line) => after === undefined || compare(position(line), [after]) > 0);
  return cutPage(ctx, of, { rows: rows.slice(0, limit + 1), limit, position });
}

type Product = { code: string; name: string };

/**
 * The lines of these payouts by the payout's ID, each in the order of their product codes. Products
 * are called as now, or as `named` says.
 */
export async function readPayoutLines(
  db: ReadDb,
  { payouts, named = new Map() }: { payouts: PayoutRow[]; named?: ReadonlyMap<string, Product> },
): Promise<Map<string, PayoutLine[]>> {
  const lines = await readLines(db, payouts);
  const others = [...lines.values()].flat().filter(({ productId }) => !named.has(productId ?? ""));
  const nameOf = await productNames(db, others);
  const views = ([id, of]: [string, Line[]]): [string, PayoutLine[]] => {
    const shown = of.map((line) =>
      lineView(line, named.get(line.productId ?? "") ?? nameOf(line.productId)),
    );
    return [id, shown.sort((a, b) => compare([a.product?.code], [b.product?.code]))];
  };
  return new Map([...lines].map(views));
}

function compare(
  [a = ""]: readonly (string | undefined)[],
  [b = ""]: readonly (string | undefined)[],
): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
