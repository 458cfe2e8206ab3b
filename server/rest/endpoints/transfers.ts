import { wireEncoder } from "../../core/kernel/wire";
import { PAYOUT_EXAMPLE } from "../../core/payouts/schema";
import { getTransfer, listTransfers } from "../../core/transfers/queries";
import {
  TRANSFER_EXAMPLE,
  Transfer,
  TransferPage,
  TransferQuery,
  TransferWithPayouts,
} from "../../core/transfers/schema";
import { getStatement } from "../../core/transfers/statement";
import { STATEMENT_EXAMPLE, Statement } from "../../core/transfers/statement-schema";
import { endpoint } from "../endpoint";
import { STATEMENT_FILES } from "../statement-files";

const TAG = { name: "Transfers", description: "What you are really paid: payouts, paid together." };

const EXAMPLE = wireEncoder(Transfer)(TRANSFER_EXAMPLE);

const listTransfersOfPartner = endpoint({
  id: "listTransfers",
  tag: TAG,
  route: "GET /transfers",
  summary: "List transfers",
  description:
    "Returns transfers, newest first. A transfer pays many payouts in one currency at once. Negative payouts are deducted; if that leaves nothing to pay, they wait for a later transfer.",
  scope: "payouts:read",
  query: TransferQuery,
  returns: TransferPage,
  names: { query: "TransferQuery", returns: "TransferList" },
  example: { data: [EXAMPLE], next_cursor: null },
  run: ({ ctx, key, query }) => listTransfers(ctx, { partnerId: key.partner.id, ...query }),
});

const getTransferById = endpoint({
  id: "getTransfer",
  tag: TAG,
  route: "GET /transfers/{id}",
  summary: "Retrieve a transfer",
  description: "Returns a transfer with the payouts that it pays.",
  params: { id: "The transfer's ID; starts with `tr_`" },
  scope: "payouts:read",
  returns: TransferWithPayouts,
  names: { returns: "Transfer" },
  failures: { not_found: { error: "Transfer not found." } },
  example: wireEncoder(TransferWithPayouts)({ ...TRANSFER_EXAMPLE, payouts: [PAYOUT_EXAMPLE] }),
  run: ({ ctx, params }) => getTransfer(ctx, { transferId: params.id }),
});

const getTransferStatement = endpoint({
  id: "getTransferStatement",
  tag: TAG,
  route: "GET /transfers/{id}/statement",
  summary: "Retrieve a statement",
  description:
    "Returns the statement of a transfer: both parties, the months and products that it pays, adjustments, what is carried over, and the total. `Accept: application/pdf` returns it as PDF, and `Accept: text/csv` its lines for spreadsheets. Its number has no gaps over all partners, and what it says never changes, except for the status of the transfer.",
  params: { id: "The transfer's ID; starts with `tr_`" },
  scope: "payouts:read",
  returns: Statement,
  names: { returns: "Statement" },
  files: STATEMENT_FILES,
  failures: { not_found: { error: "Transfer not found." } },
  example: wireEncoder(Statement)(STATEMENT_EXAMPLE),
  run: ({ ctx, params }) => getStatement(ctx, { transferId: params.id }),
});

export const TRANSFER_ENDPOINTS = [listTransfersOfPartner, getTransferById, getTransferStatement];
