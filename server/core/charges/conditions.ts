import { Prisma } from "../../../prisma/client/client";
import type { Payout } from "../payouts/schema";
import type { ChargeSearch } from "./schema";

/** As literals, so that the planner sees which partial index applies. */
const OF_TYPE = {
  charge: Prisma.sql`type = 'charge'`,
  refund: Prisma.sql`type = 'refund'`,
  refund_reversal: Prisma.sql`type = 'refund_reversal'`,
};

/** The conditions of a list of charges. Each filter has an index, in the order of the list. */
export function filterConditions(filter: Omit<ChargeSearch, "cursor" | "limit">): Prisma.Sql[] {
  const { accountId, externalId, product, currency, type, chargeId, late } = filter;
  const { occurredAfter, occurredBefore } = filter;
  const conditions: Prisma.Sql[] = [];
  if (accountId !== undefined) conditions.push(Prisma.sql`customer_id = ${accountId}`);
  if (externalId !== undefined) conditions.push(Prisma.sql`external_id = ${externalId}`);
  if (product !== undefined) {
    conditions.push(Prisma.sql`product_id = (SELECT id FROM products WHERE code = ${product})`);
  }
  if (currency !== undefined) conditions.push(Prisma.sql`currency = ${currency}`);
  if (type !== undefined) conditions.push(OF_TYPE[type]);
  if (chargeId !== undefined) conditions.push(Prisma.sql`charge_id = ${chargeId}`);
  if (late !== undefined) conditions.push(late ? Prisma.sql`late` : Prisma.sql`NOT late`);
  if (occurredAfter !== undefined) {
    conditions.push(Prisma.sql`occurred_at >= ${occurredAfter}::timestamptz`);
  }
  if (occurredBefore !== undefined) {
    conditions.push(Prisma.sql`occurred_at < ${occurredBefore}::timestamptz`);
  }
  return conditions;
}

/**
 * The rows that a payout counts: an original payout those of its month and currency that were not
 * late, and an adjustment its late ones. A currency that the closed month did not have has an
 * original payout of late rows. For rows of the payout's partner.
 */
export function payoutConditions({
  id,
  period,
  currency,
  correctsId,
}: Pick<Payout, "id" | "period" | "currency" | "correctsId">): Prisma.Sql[] {
  if (correctsId !== null) return [Prisma.sql`payout_id = ${id}`];
  const first = Prisma.sql`${`${period}-01T00:00:00Z`}::timestamptz`;
  return [
    Prisma.sql`currency = ${currency}`,
    Prisma.sql`occurred_at >= ${first}`,
    Prisma.sql`occurred_at < ((${first} AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC'`,
    Prisma.sql`(NOT late OR payout_id = ${id})`,
  ];
}
