import type { Tx } from "../kernel/actor";
import type { NewCharge } from "./new-charge";
import type { ChargeType } from "./schema";

/** A charge, refund or reversal that exists, or that an earlier item of the batch adds. */
export type Known = {
  id: string;
  partnerId: string;
  externalId: string;
  type: ChargeType;
  amount: bigint;
  currency: string;
  occurredAt: Date;
  customerId: string;
  productId: string;
  chargeId: string | null;
  refundId: string | null;
  productCode: string;
  customerExternalId: string | null;
  customerEmailKey: string;
};

/** The rows that the items name, and the sums refunded so far. Each accepted item is added. */
export type Books = {
  byId: Map<string, Known>;
  byExternalId: Map<string, Known>;
  /** By charge: the sum of its refunds less their reversals. */
  refunded: Map<string, bigint>;
  /** The refunds that are reversed. */
  reversed: Set<string>;
  /** The lines of the charges that this batch added, by keyOf(). */
  sold: ReadonlyMap<string, number>;
};

/** One key for the name that a row has within its partner. IDs and codes have no spaces. */
export const keyOf = (partnerId: string, name: string) => `${partnerId} ${name}`;

export async function readBooks(
  tx: Tx,
  items: readonly NewCharge[],
  sold: Books["sold"],
): Promise<Books> {
  const known = await findRows(tx, items);
  const charges = [...new Set(known.map(({ id, chargeId }) => chargeId ?? id))];
  const returns = await tx.$queryRaw<Counted[]>`
    SELECT charge_id AS "chargeId", refund_id AS "refundId", type, amount
    FROM charges WHERE charge_id = ANY(${charges})`;
  const books: Books = {
    byId: new Map(known.map((one) => [keyOf(one.partnerId, one.id), one])),
    byExternalId: new Map(known.map((one) => [keyOf(one.partnerId, one.externalId), one])),
    refunded: new Map(),
    reversed: new Set(),
    sold,
  };
  for (const one of returns) count(books, one);
  return books;
}

/** The rows that the items name, and those that have their external IDs, each by its index. */
function findRows(tx: Tx, items: readonly NewCharge[]): Promise<Known[]> {
  const ids = items.flatMap(({ partnerId, row }) => {
    const id = row.chargeId ?? row.refundId;
    return id === undefined ? [] : [[partnerId, id] as const];
  });
  const names = items.flatMap(({ partnerId, row }) =>
    [row.externalId, row.chargeExternalId ?? row.refundExternalId].flatMap((name) =>
      name === undefined ? [] : [[partnerId, name] as const],
    ),
  );
  const partnersOf = (some: typeof ids) => some.map(([partnerId]) => partnerId);
  const namesOf = (some: typeof ids) => some.map(([, name]) => name);
  return tx.$queryRaw<Known[]>`
    SELECT one.id, one.partner_id AS "partnerId", one.external_id AS "externalId", one.type,
           one.amount, one.currency, one.occurred_at AS "occurredAt",
           one.customer_id AS "customerId", one.product_id AS "productId",
           one.charge_id AS "chargeId", one.refund_id AS "refundId",
           products.code AS "productCode",
           CASE WHEN former.customer_id IS NULL THEN customers.external_id
             ELSE former.external_id END AS "customerExternalId",
           CASE WHEN former.customer_id IS NULL THEN customers.email_key
             ELSE former.email_key END AS "customerEmailKey"
    FROM (
      SELECT charges.*
      FROM unnest(${partnersOf(names)}::text[], ${namesOf(names)}::text[]) AS named (partner, name)
      JOIN charges ON charges.partner_id = partner AND charges.external_id = name
      UNION
      SELECT charges.*
      FROM unnest(${partnersOf(ids)}::text[], ${namesOf(ids)}::text[]) AS named (partner, id)
      JOIN charges ON charges.id = named.id AND charges.partner_id = partner
    ) AS one
    JOIN products ON products.id = one.product_id
    JOIN customers ON customers.id = one.customer_id
    -- A customer that left the partner is named as the partner knew it.
    LEFT JOIN former_customers AS former
      ON former.customer_id = one.customer_id AND former.partner_id = one.partner_id`;
}

type Counted = Pick<Known, "chargeId" | "refundId" | "type" | "amount">;

export function count(
  { refunded, reversed }: Books,
  { chargeId, refundId, type, amount }: Counted,
): void {
  if (chargeId === null) return;
  const change = type === "refund" ? amount : -amount;
  refunded.set(chargeId, (refunded.get(chargeId) ?? 0n) + change);
  if (refundId !== null) reversed.add(refundId);
}

export function enter(books: Books, row: Known): void {
  books.byId.set(keyOf(row.partnerId, row.id), row);
  books.byExternalId.set(keyOf(row.partnerId, row.externalId), row);
  count(books, row);
}
