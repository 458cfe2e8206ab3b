import type { Statement, StatementLine } from "./statement-schema";

// The words of a statement, for the page and for the PDF.

export const TITLES = {
  statement: "Statement",
  self_billing_invoice: "Self-billing invoice",
} as const;

/** The partner is the supplier of a self-billing invoice. */
export const PARTIES = {
  statement: { issuer: "From", recipient: "To" },
  self_billing_invoice: { issuer: "Customer, who issues this invoice", recipient: "Supplier" },
} as const;

/** In place of the issuer's name. */
export const NO_ISSUER = "Not entered yet";
export const TAX_NUMBER = "VAT or tax number";
/** In place of a product, for payouts without lines and for months that are summed. */
export const ALL_PRODUCTS = "All products";

/** Why nothing was paid, or not yet; null if it was. */
export const NOTICES = {
  pending: "Not paid yet: this transfer has not been sent to the bank.",
  sent: "Not paid yet: this transfer has been sent to the bank.",
  paid: null,
  failed: "Not paid: this transfer failed or was returned. Its amount is due again.",
  canceled: "Canceled: this transfer was not paid. Its amount is due again.",
} as const;

/** Of the day on which the transfer was settled; null if it is not. */
export const SETTLED_ON = {
  pending: null,
  sent: null,
  paid: "Paid on",
  failed: "Failed on",
  canceled: "Canceled on",
} as const;

/** Whether the statement is of a transfer that will never be paid. */
export const isVoid = (status: Statement["status"]) => status === "failed" || status === "canceled";

/** After the month of lines. */
export const KINDS = {
  carried_over: "carried over",
  payout: null,
  adjustment: "adjustment",
} as const;

type Sums = Pick<Statement, "carriedOver" | "payouts" | "adjustments"> & {
  lines: readonly Pick<StatementLine, "kind">[];
};

/** The sums above the total, in minor units; none if all lines are of one kind. */
export function sumsOf(statement: Sums): { label: string; sum: number }[] {
  const kinds = new Set(statement.lines.map(({ kind }) => kind));
  if (kinds.size < 2) return [];
  const all = [
    { kind: "carried_over", label: "Carried over from earlier months", sum: statement.carriedOver },
    { kind: "payout", label: "Latest month", sum: statement.payouts },
    { kind: "adjustment", label: "Adjustments", sum: statement.adjustments },
  ] as const;
  return all.filter(({ kind }) => kinds.has(kind));
}
