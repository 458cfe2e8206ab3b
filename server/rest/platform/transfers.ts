import { pageOf } from "../../core/kernel/paging";
import { wireEncoder } from "../../core/kernel/wire";
import { PAYOUT_EXAMPLE, Payout } from "../../core/payouts/schema";
import { cancelTransfer, markTransfer } from "../../core/transfers/mutations";
import { getTransfer, listTransfers, type TransferDetail } from "../../core/transfers/queries";
import { Transfer, TransferQuery, TransferWithPayouts } from "../../core/transfers/schema";
import { getStatement } from "../../core/transfers/statement";
import { STATEMENT_EXAMPLE, Statement } from "../../core/transfers/statement-schema";
import { type Endpoint, platformEndpoint } from "../endpoint";
import { STATEMENT_FILES } from "../statement-files";
import { InPartner, PARTNER_NOT_FOUND, PartnerFilter, partnerOrAll } from "./partner-code";
import { sumPartnersTransfers } from "./sums";
import {
  createPartnersTransfers,
  listDueTransfers,
  markPartnersTransfers,
  TransferMark,
} from "./transfer-runs";
import { TRANSFER_EXAMPLE_WIRE, TRANSFERS } from "./transfers-tag";

const PartnersTransfer = Transfer.extend(InPartner);
const WithPayouts = TransferWithPayouts.extend(InPartner);

const EXAMPLE = { ...TRANSFER_EXAMPLE_WIRE, partner: "acme" };
const EXAMPLE_WITH_PAYOUTS = {
  ...TRANSFER_EXAMPLE_WIRE,
  payouts: [wireEncoder(Payout)(PAYOUT_EXAMPLE)],
  partner: "acme",
};

const PARAMS = { id: "The transfer's ID; starts with `tr_`" };
const NOT_FOUND = { not_found: { error: "Transfer not found." } };

const onWire = ({ partner, ...transfer }: TransferDetail) => ({
  ...transfer,
  partner: partner.code,
});

const ONE_TRANSFER = {
  tag: TRANSFERS,
  params: PARAMS,
  returns: WithPayouts,
  names: { returns: "Transfer" },
  etag: true,
  failures: NOT_FOUND,
  example: EXAMPLE_WITH_PAYOUTS,
} as const;

const listPartnersTransfers = platformEndpoint({
  id: "listTransfers",
  tag: TRANSFERS,
  route: "GET /transfers",
  summary: "List transfers",
  description: "Returns the transfers of all partners or of one, newest first.",
  scope: "transfers:read",
  query: TransferQuery.extend(PartnerFilter),
  returns: pageOf(PartnersTransfer),
  names: { query: "TransferQuery", returns: "TransferList" },
  failures: PARTNER_NOT_FOUND,
  example: { data: [EXAMPLE], next_cursor: null },
  run: async ({ ctx, query: { partner, ...query } }) => {
    const partnerId = await partnerOrAll(ctx, partner);
    const page = await listTransfers(ctx, { partnerId, ...query });
    return { ...page, data: page.data.map((one) => ({ ...one, partner: one.partner.code })) };
  },
});

const getPartnersTransfer = platformEndpoint({
  id: "getTransfer",
  ...ONE_TRANSFER,
  route: "GET /transfers/{id}",
  summary: "Retrieve a transfer",
  description:
    "Returns a transfer with the payouts that it pays. Payout details are not in the API: the bank's file with them is in the console.",
  scope: "transfers:read",
  run: async ({ ctx, params }) => onWire(await getTransfer(ctx, { transferId: params.id })),
});

const getPartnersStatement = platformEndpoint({
  id: "getStatement",
  tag: TRANSFERS,
  route: "GET /transfers/{id}/statement",
  params: PARAMS,
  summary: "Retrieve a statement",
  description:
    "Returns the statement of a transfer, as its partner has it: both parties, the months and products that it pays, adjustments, what is carried over, and the total. `Accept: application/pdf` returns it as PDF, and `Accept: text/csv` its lines for spreadsheets. Its number has no gaps over all partners, and what it says never changes, except for the status of the transfer.",
  scope: "transfers:read",
  returns: Statement,
  names: { returns: "Statement" },
  files: STATEMENT_FILES,
  failures: NOT_FOUND,
  example: wireEncoder(Statement)(STATEMENT_EXAMPLE),
  run: ({ ctx, params }) => getStatement(ctx, { transferId: params.id }),
});

const markPartnersTransfer = platformEndpoint({
  id: "markTransfer",
  ...ONE_TRANSFER,
  route: "POST /transfers/{id}/mark",
  summary: "Mark a transfer as sent, paid or failed",
  description:
    "Its payouts follow: those of a failed transfer are due again. The same status and reference again change nothing; another reference is a `conflict`, and so is a status that can't follow the present one, in `details.status`.",
  scope: "transfers:settle",
  body: TransferMark,
  names: { body: "TransferMark", returns: "Transfer" },
  failures: {
    ...NOT_FOUND,
    conflict: {
      error: "Transfer 17 is canceled and can't become paid.",
      details: { status: "canceled" },
    },
  },
  bodyExample: { status: "paid", reference: "SEPA-2026-1101" },
  run: async ({ ctx, params, body }) => {
    await markTransfer(ctx, { transferId: params.id, ...body });
    return onWire(await getTransfer(ctx, { transferId: params.id }));
  },
});

const cancelPartnersTransfer = platformEndpoint({
  id: "cancelTransfer",
  ...ONE_TRANSFER,
  route: "POST /transfers/{id}/cancel",
  summary: "Cancel a transfer",
  description:
    "Cancels a transfer that is pending: its payouts are due again. Canceling it again changes nothing.",
  scope: "transfers:write",
  failures: {
    ...NOT_FOUND,
    conflict: {
      error: "Transfer 17 is paid and can't become canceled.",
      details: { status: "paid" },
    },
  },
  example: { ...EXAMPLE_WITH_PAYOUTS, status: "canceled", reference: null },
  run: async ({ ctx, params }) => {
    await cancelTransfer(ctx, { transferId: params.id });
    return onWire(await getTransfer(ctx, { transferId: params.id }));
  },
});

export const PLATFORM_TRANSFER_ENDPOINTS: readonly Endpoint[] = [
  listDueTransfers,
  sumPartnersTransfers,
  listPartnersTransfers,
  createPartnersTransfers,
  markPartnersTransfers,
  getPartnersTransfer,
  getPartnersStatement,
  markPartnersTransfer,
  cancelPartnersTransfer,
];
