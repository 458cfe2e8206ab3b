import type { Tx } from "../kernel/actor";
import type { NewCharge } from "./new-charge";
import { keyOf } from "./refund-books";

/**
 * The most that a partner's charges in one currency may add up to. Every sum that is returned, of
 * any days, payouts or transfers, is then a number that JSON carries exactly: refunds are at most
 * what was charged, and shares at most 100%.
 */
export const MAX_SUM = BigInt(Number.MAX_SAFE_INTEGER);

export const TOO_MUCH = `The partner's charges in this currency would add up to more than ${MAX_SUM}.`;

/** The lines that have no room below the limit. The caller has locked their partners. */
export async function findExcess(tx: Tx, items: readonly NewCharge[]): Promise<Set<number>> {
  const partnerIds = [...new Set(items.map(({ partnerId }) => partnerId))];
  const sums = await tx.$queryRaw<{ partnerId: string; currency: string; sum: bigint }[]>`
    SELECT partner_id AS "partnerId", currency, sum(gross + refunded)::bigint AS sum
    FROM charge_days WHERE partner_id = ANY(${partnerIds}) GROUP BY 1, 2`;
  return addUp(
    tx,
    items,
    new Map(sums.map((one) => [keyOf(one.partnerId, one.currency), one.sum])),
  );
}

/** Adds up the items that are new, in their order; what was recorded before stays a duplicate. */
async function addUp(
  tx: Tx,
  items: readonly NewCharge[],
  sums: Map<string, bigint>,
): Promise<Set<number>> {
  const products = await tx.product.findMany({ select: { code: true, currency: true } });
  const currencies = new Map(products.map(({ code, currency }) => [code, currency]));
  const stored = await tx.charge.findMany({
    where: {
      partnerId: { in: items.map(({ partnerId }) => partnerId) },
      externalId: { in: items.map(({ row }) => row.externalId) },
    },
    select: { partnerId: true, externalId: true },
  });
  const known = new Set(stored.map(({ partnerId, externalId }) => keyOf(partnerId, externalId)));
  const excess = new Set<number>();
  for (const { line, partnerId, row } of items) {
    const currency = currencies.get(row.product ?? "");
    if (currency === undefined || known.has(keyOf(partnerId, row.externalId))) continue;
    const sum = (sums.get(keyOf(partnerId, currency)) ?? 0n) + BigInt(row.amount);
    if (sum > MAX_SUM) excess.add(line);
    else {
      sums.set(keyOf(partnerId, currency), sum);
      known.add(keyOf(partnerId, row.externalId));
    }
  }
  return excess;
}
