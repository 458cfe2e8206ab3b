import type { FormerNames } from "../customers/queries";
import type { Tx } from "../kernel/actor";
import { newId } from "../kernel/ids";
import {
  type ChargeInput,
  invalid,
  isCalled,
  type NewCharge,
  nameField,
  type Outcome,
  type WrittenCharges,
} from "./new-charge";
import { type Books, enter, type Known, keyOf, readBooks } from "./refund-books";

type Written = { outcomes: Map<number, Outcome>; written: WrittenCharges[] };

/**
 * Writes refunds and reversals in the order of their lines. Their partners are locked, so that
 * nobody else refunds the same charge meanwhile. `sold` has the lines of the charges that this batch
 * added, by keyOf(): no refund is before its charge.
 */
export async function writeRefunds(
  tx: Tx,
  items: readonly NewCharge[],
  sold: ReadonlyMap<string, number>,
): Promise<Written> {
  const outcomes = new Map<number, Outcome>();
  if (items.length === 0) return { outcomes, written: [] };
  const books = await readBooks(tx, items, sold);
  const rows: object[] = [];
  for (const one of items) {
    const found = judge(one, books);
    if ("outcome" in found) {
      outcomes.set(one.line, found);
      continue;
    }
    enter(books, found);
    outcomes.set(one.line, { outcome: "created", id: found.id, refusal: null });
    const { productCode: _, customerExternalId: _id, customerEmailKey: _key, ...columns } = found;
    rows.push({ ...columns, amount: Number(found.amount) });
  }
  return { outcomes, written: rows.length > 0 ? await insert(tx, rows) : [] };
}

/** Returns the sums of the written rows. */
function insert(tx: Tx, rows: readonly object[]): Promise<WrittenCharges[]> {
  return tx.$queryRaw`SELECT * FROM record_refunds(${JSON.stringify(rows)}::json)`;
}

/** The row to write, or the outcome without one. */
function judge({ line, partnerId, row }: NewCharge, books: Books): Known | Outcome {
  const of = findNamed({ line, partnerId, row }, books);
  const taken = books.byExternalId.get(keyOf(partnerId, row.externalId));
  if (taken) {
    const isSame =
      of !== undefined && isEqual(taken, row, { of, former: books.former.get(of.customerId) });
    return { outcome: isSame ? "duplicate" : "conflict", id: taken.id, refusal: null };
  }
  const isRefund = row.type === "refund";
  const wanted = isRefund ? "charge" : "refund";
  const field = nameField(wanted, row);
  if (!of) return invalid(`${wanted}_not_found`, field, notFound(wanted));
  const wrong = (at: keyof ChargeInput, message: string) =>
    invalid("validation_failed", at, message);
  if (of.type !== wanted) {
    return wrong(field, `${row[field]} is a ${of.type}, not a ${wanted}.`);
  }
  const fault = differenceFrom(of, row) ?? excessOf(row, of, books);
  if (fault) return wrong(...fault);
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

const notFound = (what: "charge" | "refund") =>
  `There is no such ${what} yet. Send this again after it.`;

function findNamed({ line, partnerId, row }: NewCharge, books: Books): Known | undefined {
  const id = row.chargeId ?? row.refundId;
  const name = row.chargeExternalId ?? row.refundExternalId ?? "";
  const of =
    id === undefined
      ? books.byExternalId.get(keyOf(partnerId, name))
      : books.byId.get(keyOf(partnerId, id));
  if (of === undefined) return undefined;
  return (books.sold.get(keyOf(partnerId, of.externalId)) ?? 0) > line ? undefined : of;
}

/** Whether the row is the one that is stored under its external ID. */
function isEqual(
  taken: Known,
  row: ChargeInput,
  { of, former }: { of: Known; former: FormerNames | undefined },
): boolean {
  return (
    taken.type === row.type &&
    taken.amount === BigInt(row.amount) &&
    taken.occurredAt.getTime() === row.occurredAt.getTime() &&
    (taken.refundId ?? taken.chargeId) === of.id &&
    differenceFrom(of, row, former) === null
  );
}

type Fault = [field: keyof ChargeInput, message: string];

/** How what the item says differs from what its charge or refund says; null if it agrees. */
function differenceFrom(of: Known, row: ChargeInput, former?: FormerNames): Fault | null {
  if (row.currency !== undefined && row.currency !== of.currency) {
    return ["currency", `The ${of.type} is in ${of.currency}.`];
  }
  if (row.product !== undefined && row.product !== of.productCode) {
    return ["product", `The ${of.type} is of ${of.productCode}.`];
  }
  if (!isCalled(of, row, former))
    return [nameField("customer", row), `The ${of.type} is of another customer.`];
  if (row.occurredAt >= of.occurredAt) return null;
  return ["occurredAt", `Must not be before that of its ${of.type}.`];
}

/** Why the amount is too much; null if it is not. */
function excessOf(row: ChargeInput, of: Known, { refunded, reversed }: Books): Fault | null {
  const amount = BigInt(row.amount);
  if (row.type === "refund") {
    const left = of.amount - (refunded.get(of.id) ?? 0n);
    return amount > left ? ["amount", `${left} of the charge is left to refund.`] : null;
  }
  if (reversed.has(of.id)) {
    return [nameField("refund", row), "The refund has been reversed before."];
  }
  return amount > of.amount ? ["amount", `The refund is of ${of.amount}.`] : null;
}
