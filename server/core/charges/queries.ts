import { Prisma } from "../../../prisma/client/client";
import { findCustomer } from "../customers/queries";
import { assertOperator, assertPartner, assertPartnerOrAll, ownPartnerId } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { withExternalId } from "../kernel/external-ids";
import { isId } from "../kernel/ids";
import { cutPage, type Page, type Position, readCursor } from "../kernel/paging";
import { getPayout } from "../payouts/queries";
import type { Payout } from "../payouts/schema";
import { toAmount } from "../values/money";
import { filterConditions, payoutConditions } from "./conditions";
import type { ChargeSearch } from "./schema";
import { type ChargeRow, type ChargeView, chargeView } from "./view";

const ROWS = Prisma.sql`
  SELECT one.id, one.partner_id AS "partnerId", one.external_id AS "externalId", one.type, one.customer_id AS "customerId",
         products.code, products.name, one.amount, one.currency, one.occurred_at AS "occurredAt",
         one.charge_id AS "chargeId", one.refund_id AS "refundId", one.late,
         one.payout_id AS "payoutId", former.customer_id IS NOT NULL AS "isFormer",
         CASE WHEN former.customer_id IS NULL THEN customers.email ELSE former.email END AS email,
         CASE WHEN former.customer_id IS NULL THEN customers.name ELSE former.name END
           AS "customerName",
         customers.anonymized_at IS NOT NULL AS "isAnonymized"`;
// A customer that left the partner is shown as the partner knew it.
const NAMES = Prisma.sql`
  JOIN products ON products.id = one.product_id JOIN customers ON customers.id = one.customer_id
  LEFT JOIN former_customers AS former
    ON former.customer_id = one.customer_id AND former.partner_id = one.partner_id`;

/**
 * A page of a partner's charges, refunds and reversals, newest first; with null, for operators, of
 * all partners'. Throws `invalid_request` for a cursor of another list, and `not_found` for another
 * partner's payout.
 */
export async function listCharges(
  ctx: Ctx,
  { partnerId, cursor, limit, ...filter }: { partnerId: string | null } & ChargeSearch,
): Promise<Page<ChargeView>> {
  assertPartnerOrAll(ctx, partnerId);
  const of = { list: "charges", partnerId: partnerId ?? "", filter };
  const position = readCursor(ctx, of, cursor);
  const { payoutId } = filter;
  const payout = payoutId === undefined ? null : await getPayout(ctx, { payoutId });
  const rows = await ctx.db.$queryRaw<ChargeRow[]>(
    pageOfCharges({ partnerId, filter, payout, position, count: limit + 1 }),
  );
  const page = cutPage(ctx, of, {
    rows,
    limit,
    position: (row) => [row.occurredAt.toISOString(), row.id],
  });
  return { ...page, data: page.data.map(chargeView) };
}

export type PartnersCharge = ChargeView & { partner: { id: string; code: string; name: string } };

/** Like listCharges(), with the partner of each; for operators. */
export async function listPartnersCharges(
  ctx: Ctx,
  query: { partnerId: string | null } & ChargeSearch,
): Promise<Page<PartnersCharge>> {
  assertOperator(ctx);
  const page = await listCharges(ctx, query);
  const partners = await ctx.db.partner.findMany({
    where: { id: { in: [...new Set(page.data.map(({ partnerId }) => partnerId))] } },
    select: { id: true, code: true, name: true },
  });
  const byId = new Map(partners.map((partner) => [partner.id, partner]));
  const data = page.data.map((charge) => {
    const { partnerId } = charge;
    return { ...charge, partner: byId.get(partnerId) ?? { id: partnerId, code: "", name: "" } };
  });
  return { ...page, data };
}

type Rows = {
  /** Null: all partners. */
  partnerId: string | null;
  filter: Omit<ChargeSearch, "cursor" | "limit">;
  /** The payout of the filter. */
  payout: Payout | null;
  position: Position | null;
  count: number;
};

/**
 * The statement of a page. Names are joined to its rows: the planner can't be misled into reading
 * others.
 */
export function pageOfCharges({ partnerId, filter, payout, position, count }: Rows): Prisma.Sql {
  const conditions = [
    ...ownerCondition(partnerId, filter),
    ...filterConditions(filter),
    ...(payout === null ? [] : payoutConditions(payout)),
    ...afterCondition(position),
  ];
  return Prisma.sql`
    ${ROWS} FROM (
      SELECT * FROM charges WHERE ${Prisma.join(conditions, " AND ")}
      ORDER BY occurred_at DESC, id DESC LIMIT ${count}
    ) AS one ${NAMES}
    ORDER BY one.occurred_at DESC, one.id DESC`;
}

function ownerCondition(
  partnerId: string | null,
  { externalId }: Pick<ChargeSearch, "externalId">,
): Prisma.Sql[] {
  if (partnerId !== null) return [Prisma.sql`partner_id = ${partnerId}`];
  if (externalId === undefined) return [Prisma.sql`TRUE`];
  const found = withExternalId("charges", externalId);
  return [Prisma.sql`id = ANY(ARRAY(SELECT found.id FROM (${found}) AS found))`];
}

// A row comparison, because only it becomes a single index range.
function afterCondition(position: Position | null): Prisma.Sql[] {
  if (position === null) return [];
  const [occurredAt, id] = position;
  return [Prisma.sql`(occurred_at, id) < (${occurredAt}::timestamptz, ${id})`];
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

/** A product that customers of the partner were charged for. */
type SoldProduct = { code: string; name: string; currency: string };

/** The products of a partner's charges, by name. */
export async function listSoldProducts(ctx: Ctx, { partnerId }: OfPartner): Promise<SoldProduct[]> {
  assertPartner(ctx, partnerId);
  return ctx.db.$queryRaw<SoldProduct[]>(soldProducts(partnerId));
}

/** One look into an index for each product, however many charges it has. The order names the index. */
export const soldProducts = (partnerId: string): Prisma.Sql => Prisma.sql`
  SELECT code, name, currency FROM products, LATERAL (
    SELECT FROM charges WHERE partner_id = ${partnerId} AND product_id = products.id
    ORDER BY occurred_at DESC, id DESC LIMIT 1
  ) AS one
  ORDER BY name, code`;

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

/** The customer's totals in each currency, with its partner of now. Throws `not_found`. */
export async function sumCharges(
  ctx: Ctx,
  { customerId }: { customerId: string },
): Promise<ChargeSum[]> {
  const { id, partnerId } = await findCustomer(ctx, { customerId });
  const groups = await ctx.db.charge.groupBy({
    by: ["currency", "type"],
    where: { customerId: id, partnerId },
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
