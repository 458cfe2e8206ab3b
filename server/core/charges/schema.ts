import { z } from "zod";
import { isId } from "../kernel/ids";
import { PageQuery, pageOf } from "../kernel/paging";
import { PartnerCode } from "../partners/schema";
import { ProductCode } from "../products/schema";
import { Amount, Currency } from "../values/money-schema";
import { Id, line, TRIMMED } from "../values/text";
import { Instant, Timestamp } from "../values/time";

export const ChargeType = z.enum(["charge", "refund", "refund_reversal"]);
export type ChargeType = z.infer<typeof ChargeType>;

/** A customer's payment for a product, a refund of it, or a reversal of a refund. */
export const Charge = z.object({
  id: z.string().describe("Charge ID; starts with `chg_`"),
  externalId: z
    .string()
    .describe(
      "The charge's ID in the system that billed it. One ID is one charge for ever: sending it again with the same content changes nothing, and with other content is refused.",
    ),
  type: ChargeType.describe(
    "`charge`, `refund`, or `refund_reversal`: a refund that failed, so that its charge counts again",
  ),
  accountId: z.string().describe("ID of the customer"),
  product: z.string().describe("Product code"),
  amount: z
    .int()
    .min(0)
    .describe(
      "Amount in minor units, excluding tax; never negative. Refunds are subtracted from sums, charges and reversals are added.",
    ),
  currency: Currency.describe("ISO 4217 currency code"),
  occurredAt: Timestamp.describe("When it happened. Its month in UTC is the month of its payout."),
  chargeId: z.string().nullable().describe("ID of the charge that was refunded; null for charges"),
  refundId: z.string().nullable().describe("ID of the refund that was reversed, or null"),
  late: z.boolean().describe("Whether its month was closed before it was recorded"),
  payoutId: z
    .string()
    .nullable()
    .describe(
      "ID of the adjustment that contains it, if it is late. Null if it is not, or if late charges and refunds added up to zero.",
    ),
});
export type Charge = z.input<typeof Charge>;

/** For the documentation and for test events. */
export const CHARGE_EXAMPLE: Charge = {
  id: "chg_01jd5n8k3v0000000000000000",
  externalId: "inv-2026-1021-r1",
  type: "refund",
  accountId: "acc_01jd5n8k3v0000000000000000",
  product: "basic",
  amount: 500,
  currency: "EUR",
  occurredAt: new Date("2026-10-21T09:30:00.000Z"),
  chargeId: "chg_01jd5n8k3v0000000000000001",
  refundId: null,
  late: false,
  payoutId: null,
};

export const ChargePage = pageOf(Charge);

// A query string sends text.
const Flag = z.preprocess(
  (value) => (value === "true" ? true : value === "false" ? false : value),
  z.boolean("Must be true or false."),
);

const ChargeId = Id.refine((id) => isId("charge", id), "Must be a charge ID.");

/** How many charges can be recorded at once. */
export const MAX_CHARGES = 1_000;

type Names = {
  type: ChargeType;
  product?: string | undefined;
  amount: number;
  chargeId?: string | undefined;
  chargeExternalId?: string | undefined;
  refundId?: string | undefined;
  refundExternalId?: string | undefined;
};

const countGiven = (...names: unknown[]) => names.filter((name) => name !== undefined).length;
const CHARGE_NAMES = "charge_id or charge_external_id";
const REFUND_NAMES = "refund_id or refund_external_id";

/**
 * What is wrong with a new charge, refund or reversal: a charge names its customer and product, a
 * refund its charge, and a reversal its refund. `customer` are the names that it has for its
 * customer, and those that it may have.
 */
export function chargeFaults(
  row: Names,
  customer: { given: readonly unknown[]; names: string },
): [path: string[], message: string][] {
  const charges = countGiven(row.chargeId, row.chargeExternalId);
  const refunds = countGiven(row.refundId, row.refundExternalId);
  const customers = countGiven(...customer.given);
  const isCharge = row.type === "charge";
  const faults: [string[], string][] = [];
  if (isCharge ? customers !== 1 : customers > 1) {
    faults.push([[], `Must have ${isCharge ? "one" : "at most one"} of ${customer.names}.`]);
  }
  if (isCharge && row.product === undefined) faults.push([["product"], "Required."]);
  if (!isCharge && row.amount === 0) faults.push([["amount"], "Must be at least 1."]);
  if (row.type === "refund" && charges !== 1)
    faults.push([[], `Must have one of ${CHARGE_NAMES}.`]);
  if (row.type !== "refund" && charges > 0) {
    faults.push([[], `Only a refund has ${CHARGE_NAMES}.`]);
  }
  const isReversal = row.type === "refund_reversal";
  if (isReversal && refunds !== 1) faults.push([[], `Must have one of ${REFUND_NAMES}.`]);
  if (!isReversal && refunds > 0) faults.push([[], `Only a refund_reversal has ${REFUND_NAMES}.`]);
  return faults;
}

const UNTRIMMED = "Leading or trailing whitespace is rejected.";

/** A new charge, refund or reversal of one of the partners. */
export const ChargeCreate = z
  .strictObject({
    partner: PartnerCode.describe(`The partner's code. ${UNTRIMMED}`),
    externalId: line(128).describe(
      `The ID of this charge, refund or reversal in your system: a different one for each. One ID of a partner is one charge for ever: sending it again with the same content changes nothing, and with other content is refused. ${TRIMMED}`,
    ),
    type: ChargeType.default("charge").describe(
      "`charge` (the default), `refund`, or `refund_reversal`: a refund that failed",
    ),
    accountId: Id.refine((id) => isId("customer", id), "Must be a customer ID.")
      .optional()
      .describe("The customer's ID. A charge has this or `account_external_id`"),
    accountExternalId: line(128)
      .optional()
      .describe(`The customer's ID in your systems, its \`external_id\`. ${TRIMMED}`),
    product: ProductCode.optional().describe(
      `Product code. Required for charges; of a refund, it follows from the charge. ${UNTRIMMED}`,
    ),
    amount: Amount.describe(
      "Amount in minor units, excluding tax. Positive also for refunds; only a charge can be 0. A partner's charges in one currency can add up to 9007199254740991, so that all sums are exact in JSON; a charge beyond that is refused",
    ),
    currency: Currency.optional().describe(
      "ISO 4217 currency code. By default, that of the product, and no other is accepted",
    ),
    occurredAt: Instant.describe(
      "When it happened, not in the future. Its month in UTC is the month of its payout",
    ),
    chargeId: ChargeId.optional().describe(
      "ID of the charge that is refunded. A refund has this or `charge_external_id`",
    ),
    chargeExternalId: line(128)
      .optional()
      .describe(`\`external_id\` of the charge that is refunded. ${TRIMMED}`),
    refundId: ChargeId.optional().describe(
      "ID of the refund that is reversed. A reversal has this or `refund_external_id`",
    ),
    refundExternalId: line(128)
      .optional()
      .describe(`\`external_id\` of the refund that is reversed. ${TRIMMED}`),
  })
  .superRefine((row, ctx) => {
    const given = [row.accountId, row.accountExternalId];
    const faults = chargeFaults(row, { given, names: "account_id or account_external_id" });
    for (const [path, message] of faults) ctx.addIssue({ code: "custom", path, message });
  });
export type ChargeCreate = z.infer<typeof ChargeCreate>;

const ChargeFilter = z.strictObject({
  accountId: Id.refine((id) => isId("customer", id), "Must be a customer ID.")
    .optional()
    .describe("Only items of this customer"),
  externalId: line(128)
    .optional()
    .describe(`Only the item with this ID in the system that billed it. ${TRIMMED}`),
  product: ProductCode.optional().describe(
    "Only items of this product, by its code. Leading or trailing whitespace is rejected.",
  ),
  currency: Currency.optional().describe("Only items in this currency"),
  type: ChargeType.optional().describe("Only items of this type"),
  chargeId: ChargeId.optional().describe("Only the refunds and reversals of this charge"),
  late: Flag.optional().describe(
    "Only items that were recorded after their month was closed (`true`), or only the others (`false`)",
  ),
  occurredAfter: Instant.optional().describe(
    "Occurred at this time or later: the start of a month is in it",
  ),
  occurredBefore: Instant.optional().describe("Occurred before this time"),
});
export const ChargeQuery = ChargeFilter.extend(PageQuery);
export type ChargeQuery = z.infer<typeof ChargeQuery>;

/** The charges of one payout. */
export const PayoutChargeQuery = z.strictObject(PageQuery);

/** The dashboard's list: also of a payout. */
export const ChargeSearch = ChargeQuery.extend({ payoutId: Id.optional() });
export type ChargeSearch = z.infer<typeof ChargeSearch>;
