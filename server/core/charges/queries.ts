import { Prisma } from "../../../prisma/client/client";
import type { Ctx } from "../actor";
import { getCustomer } from "../customers/queries";
import { toAmount } from "../money";
import { cutPage, type Page, readCursor } from "../paging";
import type { Charge, ChargeQuery } from "./schema";

type Row = {
  id: string;
  externalId: string;
  code: string;
  name: string;
  amount: bigint;
  currency: string;
  occurredAt: Date;
};

/**
 * A page of a customer's charges, newest first. Throws `not_found`, also for another partner's
 * customer, and `invalid_request` for a cursor of another list.
 */
export async function listCharges(
  ctx: Ctx,
  { customerId, cursor, limit }: ChargeQuery,
): Promise<Page<Charge>> {
  const { id } = await getCustomer(ctx, { customerId });
  const of = { list: "charges", partnerId: "", filter: { customerId: id } };
  const [occurredAt, after] = readCursor(ctx, of, cursor) ?? [];
  const rest =
    occurredAt === undefined
      ? Prisma.empty
      : Prisma.sql`AND (occurred_at, charges.id) < (${occurredAt}::timestamptz, ${after})`;
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT charges.id, external_id AS "externalId", code, name, amount, charges.currency,
           occurred_at AS "occurredAt"
    FROM charges JOIN products ON products.id = product_id
    WHERE customer_id = ${id} ${rest}
    ORDER BY occurred_at DESC, charges.id DESC LIMIT ${limit + 1}`;
  const position = (row: Row) => [row.occurredAt.toISOString(), row.id];
  const page = cutPage(ctx, of, { rows, limit, position });
  return { ...page, data: page.data.map(chargeView) };
}

type ChargeSum = { currency: string; charges: number; gross: number };

/** The customer's total in each currency, in minor units. Throws `not_found`. */
export async function sumCharges(
  ctx: Ctx,
  { customerId }: { customerId: string },
): Promise<ChargeSum[]> {
  const { id } = await getCustomer(ctx, { customerId });
  const groups = await ctx.db.charge.groupBy({
    by: ["currency"],
    where: { customerId: id },
    _count: true,
    _sum: { amount: true },
    orderBy: { currency: "asc" },
  });
  return groups.map(({ currency, _count, _sum }) => ({
    currency,
    charges: _count,
    gross: toAmount(_sum.amount ?? 0n),
  }));
}

function chargeView(row: Row): Charge {
  return {
    id: row.id,
    externalId: row.externalId,
    product: { code: row.code, name: row.name },
    amount: toAmount(row.amount),
    currency: row.currency,
    occurredAt: row.occurredAt,
  };
}
