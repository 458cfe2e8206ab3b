import { z } from "zod";
import { sumPayouts } from "../../core/payouts/queries";
import { PayoutStatus } from "../../core/payouts/schema";
import { sumTransfers } from "../../core/transfers/queries";
import { TransferStatus } from "../../core/transfers/schema";
import { platformEndpoint } from "../endpoint";
import { PARTNER_NOT_FOUND, PartnerFilter, partnerOrAll } from "./partner-code";
import { TRANSFERS } from "./transfers-tag";

export const PAYOUTS = {
  name: "Payouts",
  description: "Partners' shares of each month's revenue.",
};

const CURRENCY = { currency: z.string().describe("ISO 4217 currency code") };
const AMOUNT = {
  amount: z
    .int()
    .describe(
      "The sum of their `amount`, in minor units; at most 9007199254740991, which only sums over partners can exceed",
    ),
};
const onePartner = z.strictObject({
  partner: PartnerFilter.partner.describe("Only those of the partner with this code"),
});

const PayoutSums = z.object({
  data: z
    .array(
      z.object({
        ...CURRENCY,
        status: PayoutStatus.describe("Their status"),
        payouts: z.int().describe("Number of payouts"),
        ...AMOUNT,
      }),
    )
    .describe("One item for each currency and status that has any"),
});

export const sumPartnersPayouts = platformEndpoint({
  id: "sumPayouts",
  tag: PAYOUTS,
  route: "GET /payouts/sums",
  summary: "Sum up payouts",
  description:
    "Returns the number and sum of the payouts of all partners or of one, by currency and status.",
  scope: "payouts:read",
  query: onePartner,
  returns: PayoutSums,
  names: { query: "PayoutSumQuery", returns: "PayoutSums" },
  failures: PARTNER_NOT_FOUND,
  example: { data: [{ currency: "EUR", status: "pending", payouts: 3, amount: 48_732 }] },
  run: async ({ ctx, query: { partner } }) => ({
    data: await sumPayouts(ctx, { partnerId: await partnerOrAll(ctx, partner) }),
  }),
});

const TransferSums = z.object({
  data: z
    .array(
      z.object({
        ...CURRENCY,
        status: TransferStatus.describe("Their status"),
        transfers: z.int().describe("Number of transfers"),
        ...AMOUNT,
      }),
    )
    .describe("One item for each currency and status that has any"),
});

export const sumPartnersTransfers = platformEndpoint({
  id: "sumTransfers",
  tag: TRANSFERS,
  route: "GET /transfers/sums",
  summary: "Sum up transfers",
  description:
    "Returns the number and sum of the transfers of all partners or of one, by currency and status. What is still to be paid is in `GET /transfers/due`.",
  scope: "transfers:read",
  query: onePartner,
  returns: TransferSums,
  names: { query: "TransferSumQuery", returns: "TransferSums" },
  failures: PARTNER_NOT_FOUND,
  example: { data: [{ currency: "EUR", status: "paid", transfers: 2, amount: 32_488 }] },
  run: async ({ ctx, query: { partner } }) => ({
    data: await sumTransfers(ctx, { partnerId: await partnerOrAll(ctx, partner) }),
  }),
});
