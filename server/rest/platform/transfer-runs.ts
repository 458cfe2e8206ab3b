import { z } from "zod";
import { partnerIds } from "../../core/partners/queries";
import {
  type CreateOutcome,
  createTransfers,
  type MarkOutcome,
  markTransfers,
} from "../../core/transfers/mutations";
import { listDue } from "../../core/transfers/queries";
import {
  DUE_REASONS,
  MAX_TRANSFERS,
  Transfer,
  TransferCreate,
  TransferStatus,
  TransfersMark,
} from "../../core/transfers/schema";
import { Currency } from "../../core/values/money-schema";
import { TRIMMED } from "../../core/values/text";
import { Timestamp } from "../../core/values/time";
import { platformEndpoint } from "../endpoint";
import {
  ForPartner,
  InPartner,
  PARTNER_NOT_FOUND,
  PartnerFilter,
  partnerOrAll,
} from "./partner-code";
import { TRANSFER_EXAMPLE_WIRE, TRANSFERS } from "./transfers-tag";

/** How many transfers can be marked at once. */
const MAX_MARKED = 500;

const Due = z.object({
  ...InPartner,
  currency: z.string().describe("ISO 4217 currency code"),
  amount: z.int().describe("Amount that a transfer would pay now, in minor units; can be negative"),
  payouts: z.int().describe("The payouts that it would pay"),
  held: z.int().describe("Sum of further payouts whose hold has not ended, in minor units"),
  heldUntil: Timestamp.nullable().describe("When the first of those can be paid, or null"),
  minimumPayout: z.int().describe("Less than this is not paid, in minor units"),
  reason: z
    .enum(DUE_REASONS)
    .nullable()
    .describe("Why it can't be paid now; null if it can. Later versions may have more."),
  isSuspended: z
    .boolean()
    .describe("Whether the partner is suspended. It is paid if you create the transfer"),
  isTerminated: z
    .boolean()
    .describe(
      "Whether the partner is terminated. It is paid like an active one, without a minimum",
    ),
});

export const listDueTransfers = platformEndpoint({
  id: "listDue",
  tag: TRANSFERS,
  route: "GET /transfers/due",
  summary: "List what is due",
  description:
    "Returns what partners are owed by currency: at most 5,000 items, those that can be paid now first. Payouts that add up to nothing are not due; a later transfer includes them. Create transfers of them, then ask again.",
  scope: "transfers:read",
  etag: false,
  query: z.strictObject({
    ...PartnerFilter,
    currency: Currency.optional().describe("Only items in this currency"),
  }),
  returns: z.object({ data: z.array(Due).describe("One item for each partner and currency") }),
  names: { query: "DueQuery", returns: "DueList" },
  failures: PARTNER_NOT_FOUND,
  example: {
    data: [
      {
        partner: "acme",
        currency: "EUR",
        amount: 16_244,
        payouts: 1,
        held: 0,
        held_until: null,
        minimum_payout: 5_000,
        reason: null,
        is_suspended: false,
        is_terminated: false,
      },
    ],
  },
  run: async ({ ctx, query: { partner, currency } }) => {
    const due = await listDue(ctx, { partnerId: await partnerOrAll(ctx, partner), currency });
    return { data: due.map((one) => ({ ...one, partner: one.partner.code })) };
  },
});

const REFUSED = z
  .string()
  .nullable()
  .describe(
    `Why there is none: \`nothing_due\`, \`amount_changed\`, \`partner_suspended\`, ${DUE_REASONS.map((reason) => `\`${reason}\``).join(", ")}, or an error's code, such as \`not_found\`; null if it was created. Later versions may have more.`,
  );

const Run = z.object({
  data: z
    .array(
      z.object({
        ...InPartner,
        currency: z.string().describe("ISO 4217 currency code"),
        transfer: Transfer.nullable().describe("The new transfer; null if none was created"),
        reason: REFUSED,
        amount: z.int().describe("What is due, in minor units; of a new transfer, its amount"),
      }),
    )
    .describe("One result for each item, in the order of the request"),
});

export const createPartnersTransfers = platformEndpoint({
  id: "createTransfers",
  tag: TRANSFERS,
  route: "POST /transfers",
  summary: `Create up to ${MAX_TRANSFERS} transfers`,
  description:
    "Creates a transfer of all that is due to each partner in a currency, to the payout details in force. `amount` is what you saw to be due: if it has changed meanwhile, nothing is created for that item. Each transfer is created by itself, so a repeat creates nothing twice: what was created before is no longer due. After a lost response, look at `GET /transfers`.",
  scope: "transfers:write",
  write: false,
  body: z.strictObject({
    items: z
      .array(
        z.strictObject({
          ...ForPartner,
          currency: TransferCreate.shape.currency.describe("ISO 4217 currency code"),
          amount: TransferCreate.shape.amount.describe("The `amount` that is due, in minor units"),
          isSuspended: TransferCreate.shape.isSuspended.describe(
            "The `is_suspended` that you saw. With `false`, a partner that has been suspended since is not paid. Default: it is paid",
          ),
        }),
      )
      .min(1, "Must have at least 1 item.")
      .max(MAX_TRANSFERS, `Must have at most ${MAX_TRANSFERS} items.`)
      .describe("Transfers to create, as `GET /transfers/due` lists them"),
  }),
  returns: Run,
  names: { body: "TransferRun", returns: "TransferRunResult" },
  example: {
    data: [
      {
        partner: "acme",
        currency: "EUR",
        transfer: {
          ...TRANSFER_EXAMPLE_WIRE,
          status: "pending",
          reference: null,
          settled_at: null,
        },
        reason: null,
        amount: 16_244,
      },
    ],
  },
  bodyExample: {
    items: [{ partner: "acme", currency: "EUR", amount: 16_244, is_suspended: false }],
  },
  run: async ({ ctx, body: { items } }) => {
    const ids = await partnerIds(ctx, { codes: items.map(({ partner }) => partner) });
    // An ID of no partner is refused by itself.
    const wanted = items.map(({ partner, ...item }) => ({
      ...item,
      partnerId: ids.get(partner) ?? "",
    }));
    const outcomes = await createTransfers(ctx, { items: wanted });
    const resultOf = ({ partnerId: _, ...outcome }: CreateOutcome, index: number) => ({
      ...outcome,
      partner: items[index]?.partner ?? "",
    });
    return { data: outcomes.map(resultOf) };
  },
});

const MARK = {
  status: TransfersMark.shape.status.describe("The status to set: sent, paid or failed"),
  reference: TransfersMark.shape.reference.describe(`The bank's reference. ${TRIMMED}`),
};
export const TransferMark = z.strictObject(MARK);

const Marked = z.object({
  data: z
    .array(
      z.object({
        id: z.string().describe("The transfer's ID, as sent"),
        status: TransferStatus.nullable().describe("Its status now; null if it was not marked"),
        isChanged: z.boolean().describe("Whether this request changed it"),
        error: z.string().nullable().describe("Why it was not marked; null if it was"),
        code: z
          .string()
          .nullable()
          .describe("The error code, such as `not_found` or `conflict`; null if it was marked"),
      }),
    )
    .describe("One result for each ID, in the order of the request"),
});

const markedOnWire = ({ transferId, transfer, isChanged, code, message }: MarkOutcome) => ({
  id: transferId,
  status: transfer?.status ?? null,
  isChanged,
  error: message,
  code,
});

export const markPartnersTransfers = platformEndpoint({
  id: "markTransfers",
  tag: TRANSFERS,
  route: "POST /transfers/mark",
  summary: `Mark up to ${MAX_MARKED} transfers as sent, paid or failed`,
  description:
    "Each transfer is marked by itself, and its payouts follow; what can't have the status is in its result. The same status and reference again change nothing, so a repeat is safe; another reference is a `conflict`.",
  scope: "transfers:settle",
  write: false,
  body: z.strictObject({
    ids: z
      .array(TransfersMark.shape.transferIds.element)
      .min(1, "Must have at least 1 item.")
      .max(MAX_MARKED, `Must have at most ${MAX_MARKED} items.`)
      .describe("The transfers' IDs"),
    ...MARK,
  }),
  returns: Marked,
  names: { body: "TransfersMark", returns: "TransfersMarked" },
  example: {
    data: [
      {
        id: "tr_01jd5n8k3v0000000000000000",
        status: "paid",
        is_changed: true,
        error: null,
        code: null,
      },
    ],
  },
  bodyExample: {
    ids: ["tr_01jd5n8k3v0000000000000000"],
    status: "paid",
    reference: "SEPA-2026-1101",
  },
  run: async ({ ctx, body: { ids, ...mark } }) => {
    const outcomes = await markTransfers(ctx, { transferIds: ids, ...mark });
    return { data: outcomes.map(markedOnWire) };
  },
});
