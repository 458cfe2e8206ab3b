import { Prisma } from "../../../prisma/client/client";
import { getCustomer } from "../customers/queries";
import { assertPartner, ownPartnerId } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { isId } from "../kernel/ids";
import { cutPage, type Page, readCursor } from "../kernel/paging";
import { getPayout } from "../payouts/queries";
import { toAmount } from "../values/money";
import type { ChargeSearch } from "./schema";
import { type ChargeRow, type ChargeView, chargeView } from "./view";

const ROWS = Prisma.sql`
  SELECT one.id, one.external_id AS "externalId", one.type, one.customer_id AS "customerId",
         products.code, products.name, one.amount, one.currency, one.occurred_at AS "occurredAt",
         one.charge_id AS "chargeId", one.refund_id AS "refundId", one.late,
         one.payout_id AS "payoutId", customers.email, customers.name AS "customerName",
         customers.anonymized_at IS NOT NULL AS "isAnonymized"`;
const NAMES = Prisma.sql`
  JOIN products ON products.id = one.product_id JOIN customers ON customers.id = one.customer_id`;

/**
 * A page of a partner's charges, refunds and reversals, newest first. Throws `invalid_request` for a
 * cursor of another list, and `not_found` for another partner's payout.
 */
export async function listCharges(
  ctx: Ctx,
  { partnerId, cursor, limit, ...filter }: OfPartner & ChargeSearch,
): Promise<Page<ChargeView>> {
  assertPartner(ctx, partnerId);
  const of = { list: "charges", partnerId, filter };
  const [occurredAt, after] = readCursor(ctx, of, cursor) ?? [];
  const conditions = [
    Prisma.sql`partner_id = ${partnerId}`,
    ...conditionsOf(filter),
    ...(filter.payoutId === undefined ? [] : await payoutConditions(ctx, filter.payoutId)),
    ...(occurredAt === undefined
      ? []
      : [Prisma.sql`(occurred_at, id) < (${occurredAt}::timestamptz, ${after})`]),
  ];
  // Names are joined to the rows of the page: the planner can't be misled into reading others.
  const rows = await ctx.db.$queryRaw<ChargeRow[]>`
    ${ROWS} FROM (
      SELECT * FROM charges WHERE ${Prisma.join(conditions, " AND ")}
      ORDER BY occurred_at DESC, id DESC LIMIT ${limit + 1}
    ) AS one ${NAMES}
    ORDER BY one.occurred_at DESC, one.id DESC`;
  const position = (row: ChargeRow) => [row.occurredAt.toISOString(), row.id];
  const page = cutPage(ctx, of, { rows, limit, position });
  return { ...page, data: page.data.map(chargeView) };
}

/** As literals, so that the planner sees which partial index applies. */
const OF_TYPE = {
  charge: Prisma.sql`type = 'charge'`,
  refund: Prisma.sql`type = 'refund'`,
  refund_reversal: Prisma.sql`type = 'refund_reversal'`,
};

type Filter = Omit<ChargeSearch, "cursor" | "limit" | "payoutId">;

function conditionsOf({ accountId, product, currency, type, from, to, late }: Filter) {
  const conditions: Prisma.Sql[] = [];
  if (accountId !== undefined) conditions.push(Prisma.sql`customer_id = ${accountId}`);
  if (product !== undefined) {
    conditions.push(Prisma.sql`product_id = (SELECT id FROM products WHERE code = ${product})`);
  }
  if (currency !== undefined) conditions.push(Prisma.sql`currency = ${currency}`);
  if (type !== undefined) conditions.push(OF_TYPE[type]);
  if (from !== undefined) conditions.push(Prisma.sql`occurred_at >= ${midnight(from)}`);
  if (to !== undefined) conditions.push(Prisma.sql`occurred_at < ${midnight(to)}`);
  if (late !== undefined) conditions.push(late ? Prisma.sql`late` : Prisma.sql`NOT late`);
  return conditions;
}

const midnight = (day: string) => Prisma.sql`${`${day}T00:00:00Z`}::timestamptz`;

/**
 * The rows that a payout was computed from: those of its month that were not late, and of an
 * adjustment its late ones.
 */
async function payoutConditions(ctx: Ctx, payoutId: string): Promise<Prisma.Sql[]> {
  const { id, period, currency, correctsId } = await getPayout(ctx, { payoutId });
  if (correctsId !== null) return [Prisma.sql`payout_id = ${id}`];
  const first = midnight(`${period}-01`);
  return [
    Prisma.sql`currency = ${currency}`,
    Prisma.sql`occurred_at >= ${first}`,
    Prisma.sql`occurred_at < ((${first} AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC'`,
    Prisma.sql`(NOT late OR payout_id = ${id})`,
  ];
}

/** Throws `not_found`, also for another partner's. */
export async function getCharge(ctx: Ctx, { chargeId }: { chargeId: string }): Promise<ChargeView> {
  const partnerId = ownPartnerId(ctx.actor);
  const own = partnerId === null ? Prisma.empty : Prisma.sql`AND one.partner_id = ${partnerId}`;
  const rows = isId("charge", chargeId)
    ? await ctx.db.$queryRaw<ChargeRow[]>`
        ${ROWS} FROM charges AS one ${NAMES} WHERE one.id = ${chargeId} ${own}`
    : [];
  const [row] = rows;
  return row ? chargeView(row) : fail("not_found", { message: "Charge not found." });
}

/** A customer's sums in one currency, in minor units. */
export type ChargeSum = {
  currency: string;
  charges: number;
  gross: number;
  refunds: number;
  /** The refunds less the reversed ones. */
  refunded: number;
  net: number;
};

/** The customer's totals in each currency. Throws `not_found`. */
export async function sumCharges(
  ctx: Ctx,
  { customerId }: { customerId: string },
): Promise<ChargeSum[]> {
  const { id } = await getCustomer(ctx, { customerId });
  const groups = await ctx.db.charge.groupBy({
    by: ["currency", "type"],
    where: { customerId: id },
    _count: true,
    _sum: { amount: true },
    orderBy: { currency: "asc" },
  });
  return [...new Set(groups.map(({ currency }) => currency))].map((currency) => {
    const of = (type: string) => {
      const found = groups.find((group) => group.currency === currency && group.type === type);
      return { n: found?._count ?? 0, sum: found?._sum.amount ?? 0n };
    };
    const [charges, refunds, reversals] = [of("charge"), of("refund"), of("refund_reversal")];
    const refunded = refunds.sum - reversals.sum;
    return {
      currency,
      charges: charges.n,
      gross: toAmount(charges.sum),
      refunds: refunds.n,
      refunded: toAmount(refunded),
      net: toAmount(charges.sum - refunded),
    };
  });
}
