import type { FormerNames } from "../customers/queries";
import type { Tx } from "../kernel/actor";
import { findFormerNames } from "./former-names";
import { isCalled, type NewCharge } from "./new-charge";
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
  /** Earlier names of customers whom an item that is sent again calls otherwise. */
  former: ReadonlyMap<string, FormerNames>;
};

/** One key for the name that a row has within its partner. IDs and codes have no spaces. */
export const keyOf = (partnerId: string, name: string) => `${partnerId} ${name}`;

export async function readBooks(
  tx: Tx,
  items: readonly NewCharge[],
  sold: Books["sold"],
): Promise<Books> {
  const books: Books = {
    byId: new Map(),
    byExternalId: new Map(),
    refunded: new Map(),
    reversed: new Set(),
    sold,
    former: new Map(),
  };
  for (const { refunded, isReversed, ...one } of await findRows(tx, items)) {
    books.byId.set(keyOf(one.partnerId, one.id), one);
    books.byExternalId.set(keyOf(one.partnerId, one.externalId), one);
    books.refunded.set(one.chargeId ?? one.id, refunded);
    if (isReversed) books.reversed.add(one.id);
  }
  const renamed = items.flatMap(({ partnerId, row }) => {
    const taken = books.byExternalId.get(keyOf(partnerId, row.externalId));
    return taken === undefined || isCalled(taken, row) ? [] : [taken.customerId];
  });
  return { ...books, former: await findFormerNames(tx, renamed) };
}

/** A row with what is refunded of its charge. */
type Stored = Known & { refunded: bigint; isReversed: boolean };

/** The rows that the items name, and those that have their external IDs, each by its index. */
function findRows(tx: Tx, items: readonly NewCharge[]): Promise<Stored[]> {
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
  return tx.$queryRaw<Stored[]>`
    SELECT one.id, one.partner_id AS "partnerId", one.external_id AS "externalId", one.type,
           one.amount, one.currency, one.occurred_at AS "occurredAt",
           one.customer_id AS "customerId", one.product_id AS "productId",
           one.charge_id AS "chargeId", one.refund_id AS "refundId",
           products.code AS "productCode",
           CASE WHEN former.customer_id IS NULL THEN customers.external_id
             ELSE former.external_id END AS "customerExternalId",
           CASE WHEN former.customer_id IS NULL THEN customers.email_key
             ELSE former.email_key END AS "customerEmailKey",
           (SELECT coalesce(sum(CASE type WHEN 'refund' THEN amount ELSE -amount END), 0)::bigint
            FROM charges WHERE charge_id = coalesce(one.charge_id, one.id)) AS refunded,
           -- No EXISTS: PostgreSQL would read all charges for it, as long as it has no statistics of them.
           (SELECT count(*) FROM charges WHERE refund_id = one.id) > 0 AS "isReversed"
    FROM (
      SELECT charge.*
      FROM unnest(${partnersOf(names)}::text[], ${namesOf(names)}::text[]) AS named (partner, name)
      -- OFFSET 0: or PostgreSQL would read all charges, and below all customers, as long as they seem few.
      CROSS JOIN LATERAL (
        SELECT * FROM charges WHERE partner_id = partner AND external_id = name OFFSET 0
      ) AS charge
      UNION
      SELECT charge.*
      FROM unnest(${partnersOf(ids)}::text[], ${namesOf(ids)}::text[]) AS named (partner, name)
      CROSS JOIN LATERAL (
        SELECT * FROM charges WHERE id = name AND partner_id = partner OFFSET 0
      ) AS charge
    ) AS one
    JOIN products ON products.id = one.product_id
    CROSS JOIN LATERAL (SELECT * FROM customers WHERE id = one.customer_id OFFSET 0) AS customers
    -- A customer that left the partner is named as the partner knew it.
    LEFT JOIN former_customers AS former
      ON former.customer_id = one.customer_id AND former.partner_id = one.partner_id`;
}

/** Adds a refund or reversal that is accepted. */
export function enter(books: Books, row: Known): void {
  const { byId, byExternalId, refunded, reversed } = books;
  const { chargeId, refundId, type, amount } = row;
  byId.set(keyOf(row.partnerId, row.id), row);
  byExternalId.set(keyOf(row.partnerId, row.externalId), row);
  if (chargeId === null) return;
  const change = type === "refund" ? amount : -amount;
  refunded.set(chargeId, (refunded.get(chargeId) ?? 0n) + change);
  if (refundId !== null) reversed.add(refundId);
}
