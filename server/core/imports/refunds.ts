import type { Prisma } from "../../../prisma/client/client";
import type { ChargeType } from "../charges/schema";
import type { Tx } from "../kernel/actor";
import { newId } from "../kernel/ids";
import { emailKey } from "../values/text";
import type { ChargeRow, Read } from "./rows";

export const TAKEN = "external_id: Another charge has this external_id.";

/** A written refund or reversal. */
export type WrittenRefund = { line: number; type: ChargeType; currency: string; amount: bigint };

/** A charge, refund or reversal that exists, or that an earlier line of the batch adds. */
type Known = {
  id: string;
  externalId: string;
  type: ChargeType;
  amount: bigint;
  currency: string;
  occurredAt: Date;
  customerId: string;
  productId: string;
  chargeId: string | null;
  refundId: string | null;
  product: { code: string };
  customer: { externalId: string | null; emailKey: string };
};

/** The rows that the lines name, and the sums refunded so far. Each accepted line is added. */
type Books = {
  byId: Map<string, Known>;
  byExternalId: Map<string, Known>;
  /** By charge: the sum of its refunds less their reversals. */
  refunded: Map<string, bigint>;
  /** The refunds that are reversed. */
  reversed: Set<string>;
  /** The lines of the charges that this batch added: no refund is before its charge. */
  sold: ReadonlyMap<string, number>;
};

type WriteTo = {
  partnerId: string;
  isLate: (one: Read<ChargeRow>) => boolean;
  sold: Books["sold"];
};

/**
 * Writes refunds and reversals in the order of their lines. The partner is locked, so that nobody
 * else refunds the same charge meanwhile.
 */
export async function writeRefunds(
  tx: Tx,
  rows: readonly Read<ChargeRow>[],
  { partnerId, isLate, sold }: WriteTo,
): Promise<{ written: WrittenRefund[]; refused: Map<number, string> }> {
  const refused = new Map<number, string>();
  const written: WrittenRefund[] = [];
  if (rows.length === 0) return { written, refused };
  const books = await readBooks(tx, rows, { partnerId, sold });
  const data: Prisma.ChargeCreateManyInput[] = [];
  for (const one of rows) {
    const found = judge(one, books);
    if (found === "exists") continue;
    if (typeof found === "string") {
      refused.set(one.line, found);
      continue;
    }
    enter(books, found);
    const { product: _product, customer: _customer, ...columns } = found;
    data.push({ ...columns, partnerId, late: isLate(one) });
    written.push({ ...found, line: one.line });
  }
  if (data.length > 0) await tx.charge.createMany({ data });
  return { written, refused };
}

const FIELDS = {
  id: true,
  externalId: true,
  type: true,
  amount: true,
  currency: true,
  occurredAt: true,
  customerId: true,
  productId: true,
  chargeId: true,
  refundId: true,
  product: { select: { code: true } },
  customer: { select: { externalId: true, emailKey: true } },
} as const;

async function readBooks(
  tx: Tx,
  rows: readonly Read<ChargeRow>[],
  { partnerId, sold }: Pick<WriteTo, "partnerId" | "sold">,
): Promise<Books> {
  const ids = rows.flatMap(({ row }) => row.chargeId ?? row.refundId ?? []);
  const names = rows.flatMap(({ row: { externalId, chargeExternalId, refundExternalId } }) =>
    [externalId, chargeExternalId ?? refundExternalId].filter((name) => name !== undefined),
  );
  const known: Known[] = await tx.charge.findMany({
    where: { partnerId, OR: [{ id: { in: ids } }, { externalId: { in: names } }] },
    select: FIELDS,
  });
  const charges = [...new Set(known.map(({ id, chargeId }) => chargeId ?? id))];
  const returns = await tx.charge.findMany({
    where: { chargeId: { in: charges } },
    select: { chargeId: true, refundId: true, type: true, amount: true },
  });
  const books: Books = {
    byId: new Map(known.map((one) => [one.id, one])),
    byExternalId: new Map(known.map((one) => [one.externalId, one])),
    refunded: new Map(),
    reversed: new Set(),
    sold,
  };
  for (const one of returns) count(books, one);
  return books;
}

function count(
  { refunded, reversed }: Books,
  { chargeId, refundId, type, amount }: Pick<Known, "chargeId" | "refundId" | "type" | "amount">,
): void {
  if (chargeId === null) return;
  const change = type === "refund" ? amount : -amount;
  refunded.set(chargeId, (refunded.get(chargeId) ?? 0n) + change);
  if (refundId !== null) reversed.add(refundId);
}

function enter(books: Books, row: Known): void {
  books.byId.set(row.id, row);
  books.byExternalId.set(row.externalId, row);
  count(books, row);
}

/** The row to write; `exists` if it is already there; or why it is refused. */
function judge({ line, row }: Read<ChargeRow>, books: Books): Known | string {
  const of = findNamed(line, row, books);
  const taken = books.byExternalId.get(row.externalId);
  if (taken) return of && isSame(taken, row, of) ? "exists" : TAKEN;
  const isRefund = row.type === "refund";
  const name = row.chargeId ?? row.chargeExternalId ?? row.refundId ?? row.refundExternalId;
  if (!of) return isRefund ? notFound("charge", name) : notFound("refund", name);
  if (isRefund && of.type !== "charge") return `${name} is a ${of.type}, not a charge.`;
  if (!isRefund && of.type !== "refund") return `${name} is a ${of.type}, not a refund.`;
  const fault = differenceFrom(of, row);
  if (fault) return fault;
  if (row.occurredAt < of.occurredAt) {
    return `occurred_at: Must not be before that of its ${of.type}.`;
  }
  const excess = excessOf(row, of, books);
  if (excess) return excess;
  return {
    ...of,
    id: newId("charge", row.occurredAt.getTime()),
    externalId: row.externalId,
    type: row.type,
    amount: BigInt(row.amount),
    occurredAt: row.occurredAt,
    chargeId: of.chargeId ?? of.id,
    refundId: isRefund ? null : of.id,
  };
}

const notFound = (what: "charge" | "refund", name: string | undefined) =>
  `${what}_not_found: There is no ${what} ${name} yet. Import this line again after it.`;

function findNamed(line: number, row: ChargeRow, books: Books): Known | undefined {
  const id = row.chargeId ?? row.refundId;
  const name = row.chargeExternalId ?? row.refundExternalId ?? "";
  const of = id === undefined ? books.byExternalId.get(name) : books.byId.get(id);
  return of && (books.sold.get(of.externalId) ?? 0) > line ? undefined : of;
}

/** Whether the row is the one that is stored under its external ID. */
function isSame(taken: Known, row: ChargeRow, of: Known): boolean {
  return (
    taken.type === row.type &&
    taken.amount === BigInt(row.amount) &&
    taken.occurredAt.getTime() === row.occurredAt.getTime() &&
    (taken.refundId ?? taken.chargeId) === of.id &&
    differenceFrom(of, row) === null
  );
}

/** How what the line says differs from what its charge or refund says; null if it agrees. */
function differenceFrom(of: Known, row: ChargeRow): string | null {
  if (row.currency !== undefined && row.currency !== of.currency) {
    return `currency: The ${of.type} is in ${of.currency}.`;
  }
  if (row.product !== undefined && row.product !== of.product.code) {
    return `product: The ${of.type} is of ${of.product.code}.`;
  }
  const isOther =
    (row.customerId !== undefined && row.customerId !== of.customerId) ||
    (row.customerExternalId !== undefined && row.customerExternalId !== of.customer.externalId) ||
    (row.customerEmail !== undefined && emailKey(row.customerEmail) !== of.customer.emailKey);
  return isOther ? `The ${of.type} is of another customer.` : null;
}

/** Why the amount is too much; null if it is not. */
function excessOf(row: ChargeRow, of: Known, { refunded, reversed }: Books): string | null {
  const amount = BigInt(row.amount);
  if (row.type === "refund") {
    const left = of.amount - (refunded.get(of.id) ?? 0n);
    return amount > left ? `amount: ${left} of the charge is left to refund.` : null;
  }
  if (reversed.has(of.id)) return "The refund has been reversed before.";
  return amount > of.amount ? `amount: The refund is of ${of.amount}.` : null;
}
