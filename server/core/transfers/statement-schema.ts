import { z } from "zod";
import { PayoutLine } from "../payouts/schema";
import { Currency } from "../values/money-schema";
import { Period } from "../values/period-schema";
import { Timestamp } from "../values/time";
import { Transfer, TransferStatus } from "./schema";

/** More lines than this are summed by month. */
export const MAX_STATEMENT_LINES = 2_000;

const Sum = z.int();

export const StatementIssuer = z.object({
  name: z.string().describe("Legal name"),
  address: z.string().describe("Address, of several lines"),
  taxNumber: z.string().nullable().describe("VAT or tax number, or null"),
  email: z.string().nullable().describe("Email address for questions, or null"),
});

export const StatementRecipient = z.object({
  name: z
    .string()
    .describe("Your legal name in the payout details of the transfer; your name without them"),
  address: z.string().nullable().describe("Address, of several lines; null if it can't be read"),
  taxNumber: z
    .string()
    .nullable()
    .describe("VAT or tax number; masked, except on a self-billing invoice; null without one"),
  holder: z.string().nullable().describe("Account holder; null if it can't be read"),
  account: z.string().nullable().describe("Account, masked; null if it can't be read"),
});

const StatementLineKind = z.enum(["carried_over", "payout", "adjustment"]);

/** A summand of a transfer: a product of a payout, or all of a month. */
export const StatementLine = z.object({
  kind: StatementLineKind.describe(
    "`payout`: of the latest month. `carried_over`: of an earlier month, whose payout had to wait or was negative. `adjustment`: a later change of a closed month.",
  ),
  period: Period.describe("Month, in UTC"),
  payoutId: z
    .string()
    .nullable()
    .describe("ID of the payout; null if the lines are summed by month"),
  product: PayoutLine.shape.product,
  percent: PayoutLine.shape.percent
    .nullable()
    .describe("Your share of the product, in percent; null if the lines are summed by month"),
  charges: PayoutLine.shape.charges,
  refunded: PayoutLine.shape.refunded,
  net: Sum.describe("Charges less refunds, in minor units"),
  share: Sum.describe("Your share of `net`, in minor units"),
});
export type StatementLine = z.infer<typeof StatementLine>;

const StatementTitle = z.enum(["statement", "self_billing_invoice"]);

/** What a transfer pays, as a document. */
export const Statement = z.object({
  title: StatementTitle.describe(
    "`self_billing_invoice` if an owner had consented to self-billing when the transfer was created",
  ),
  number: z.string().describe("Number of the statement, with the issuer's prefix"),
  statementNumber: Transfer.shape.statementNumber,
  transferId: z.string().describe("Transfer ID; starts with `tr_`"),
  issuedAt: Timestamp.describe("When the transfer was created"),
  period: z
    .object({
      from: Period.describe("Its first month, in UTC"),
      to: Period.describe("Its last month, in UTC"),
    })
    .describe("The months of its lines"),
  currency: Currency.describe("ISO 4217 currency code"),
  status: TransferStatus.describe(
    "Status of the transfer. A failed or canceled one pays nothing: its payouts are due again.",
  ),
  reference: Transfer.shape.reference,
  sentAt: Transfer.shape.sentAt,
  settledAt: Transfer.shape.settledAt,
  issuer: StatementIssuer.nullable().describe(
    "The issuer: the platform's legal entity; null until the platform has entered it",
  ),
  recipient: StatementRecipient.describe(
    "The recipient: the partner, as in the payout details that the transfer is paid to",
  ),
  lines: z
    .array(StatementLine)
    .describe(
      `First what is carried over, then the latest month, then adjustments. More than ${MAX_STATEMENT_LINES.toLocaleString("en")} lines are summed by month.`,
    ),
  carriedOver: Sum.describe("Sum of the lines that are carried over, in minor units"),
  payouts: Sum.describe("Sum of the lines of the latest month, in minor units"),
  adjustments: Sum.describe("Sum of the adjustments, in minor units"),
  total: z.int().min(1).describe("Amount of the transfer, in minor units"),
  totalInWords: z.string().describe("The total in words, in English"),
  taxNote: z
    .string()
    .nullable()
    .describe("The text about taxes that the platform set for you or for all partners, or null"),
});
export type Statement = z.input<typeof Statement>;

/** For the documentation. */
export const STATEMENT_EXAMPLE: Statement = {
  title: "statement",
  number: "LK-1042",
  statementNumber: 1_042,
  transferId: "tr_01jd5n8k3v0000000000000000",
  issuedAt: new Date("2026-11-02T09:30:00.000Z"),
  period: { from: "2026-10", to: "2026-10" },
  currency: "EUR",
  status: "paid",
  reference: "SEPA-2026-1101",
  sentAt: null,
  settledAt: new Date("2026-11-03T09:30:00.000Z"),
  issuer: {
    name: "Latchkey GmbH",
    address: "Hauptstr. 1\n10115 Berlin\nGermany",
    taxNumber: "DE123456789",
    email: "billing@latchkey.example",
  },
  recipient: {
    name: "Acme Telecom Ltd",
    address: "1 High Street\nLondon",
    taxNumber: "•••• 5678",
    holder: "Acme Telecom Ltd",
    account: "GB29 •••• •••• 6819",
  },
  lines: [
    {
      kind: "payout",
      period: "2026-10",
      payoutId: "po_01jd5n8k3v0000000000000000",
      product: { code: "basic", name: "Basic" },
      percent: 12.5,
      charges: 131_940,
      refunded: 1_990,
      net: 129_950,
      share: 16_244,
    },
  ],
  carriedOver: 0,
  payouts: 16_244,
  adjustments: 0,
  total: 16_244,
  totalInWords: "One hundred sixty-two euros and 44/100",
  taxNote: "Reverse charge: VAT is to be accounted for by the recipient.",
};
