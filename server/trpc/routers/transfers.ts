import { z } from "zod";
import { exportBankFile } from "../../core/transfers/bank-file";
import { cancelTransfer, createTransfers, markTransfers } from "../../core/transfers/mutations";
import {
  getOwed,
  getTransfer,
  listDue,
  listFailed,
  listTransfers,
  sumTransfers,
} from "../../core/transfers/queries";
import {
  type Transfer,
  TransferQuery,
  TransferStatus,
  TransfersCreate,
  TransfersMark,
} from "../../core/transfers/schema";
import { getStatement } from "../../core/transfers/statement";
import { Currency } from "../../core/values/money-schema";
import { Id } from "../../core/values/text";
import { calls, callsWithPartner } from "../calls";
import { operatorProcedure, partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

/** What partners are really paid. */
export const transfersRouter = router({
  list: partnerProcedure
    .input(TransferQuery.extend(FORWARD).transform(onward))
    .query(callsWithPartner(listTransfers)),

  /** Of all partners, or of one. */
  listAll: operatorProcedure
    .input(TransferQuery.extend({ partnerId: Id.optional(), ...FORWARD }).transform(onward))
    .query(({ ctx, input: { partnerId = null, ...query } }) =>
      listTransfers(ctx.call, { partnerId, ...query }),
    ),

  get: partnerProcedure.input(z.strictObject({ transferId: Id })).query(calls(getTransfer)),

  /** What a transfer pays, as a document. */
  statement: partnerProcedure.input(z.strictObject({ transferId: Id })).query(calls(getStatement)),

  /** Counts and sums by currency and status. */
  sums: partnerProcedure.query(callsWithPartner(sumTransfers)),

  /** The same of all partners. */
  sumsAll: operatorProcedure.query(({ ctx }) => sumTransfers(ctx.call, { partnerId: null })),

  /** The first of those that need attention, and of payouts that failed without one. */
  failed: partnerProcedure.query(({ ctx }) =>
    listFailed(ctx.call, { partnerId: ctx.partnerId, limit: 5 }),
  ),

  /** Returns the sum that the partner is owed in each currency, and why it is not paid yet. */
  owed: partnerProcedure.query(callsWithPartner(getOwed)),

  /** What all partners are owed. */
  due: operatorProcedure
    .input(z.strictObject({ currency: Currency.optional() }))
    .query(({ ctx, input }) => listDue(ctx.call, { partnerId: null, ...input })),

  create: operatorProcedure.input(TransfersCreate).mutation(calls(createTransfers)),

  /** `seen`: the status of each transfer when the form was opened. */
  mark: operatorProcedure
    .input(TransfersMark.extend({ seen: z.record(Id, TransferStatus) }))
    .mutation(({ ctx, input: { seen, ...mark } }) => {
      const isExpected = ({ id, status }: Transfer) => status === seen[id];
      return markTransfers(ctx.call, { ...mark, isExpected });
    }),

  /** A CSV file with full accounts. A mutation, because it is written to the audit log. */
  bankFile: operatorProcedure
    .input(TransfersMark.pick({ transferIds: true }))
    .mutation(calls(exportBankFile)),

  cancel: operatorProcedure
    .input(z.strictObject({ transferId: Id }))
    .mutation(calls(cancelTransfer)),
});
