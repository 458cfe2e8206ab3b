import { z } from "zod";
import { closePeriod } from "../../core/payouts/close";
import { markPayout, recalculatePayout } from "../../core/payouts/mutations";
import { previewPeriod } from "../../core/payouts/preview";
import { getPayout, listPayoutLines, listPayouts, sumPayouts } from "../../core/payouts/queries";
import { PayoutLineQuery, PayoutMark, PayoutSearch } from "../../core/payouts/schema";
import { Period } from "../../core/values/period-schema";
import { Id } from "../../core/values/text";
import { calls, callsWithPartner } from "../calls";
import { operatorProcedure, partnerProcedure, router, withSeen } from "../init";
import { FORWARD, onward } from "../paging";

export const payoutsRouter = router({
  list: partnerProcedure
    .input(PayoutSearch.extend(FORWARD).transform(onward))
    .query(callsWithPartner(listPayouts)),

  /** Of all partners, or of one. */
  listAll: operatorProcedure
    .input(PayoutSearch.extend({ partnerId: Id.optional(), ...FORWARD }).transform(onward))
    .query(({ ctx, input: { partnerId = null, ...query } }) =>
      listPayouts(ctx.call, { partnerId, ...query }),
    ),

  get: partnerProcedure.input(z.strictObject({ payoutId: Id })).query(calls(getPayout)),

  lines: partnerProcedure
    .input(PayoutLineQuery.extend({ payoutId: Id, ...FORWARD }).transform(onward))
    .query(calls(listPayoutLines)),

  /** Counts and sums by currency and status. */
  sums: partnerProcedure.query(callsWithPartner(sumPayouts)),

  /** The same of all partners. */
  sumsAll: operatorProcedure.query(({ ctx }) => sumPayouts(ctx.call, { partnerId: null })),

  /** The payouts that closing the month now would create. */
  preview: operatorProcedure.input(z.strictObject({ period: Period })).query(calls(previewPeriod)),

  close: operatorProcedure.input(z.strictObject({ period: Period })).mutation(calls(closePeriod)),

  mark: operatorProcedure
    .concat(withSeen("status", "reference"))
    .input(PayoutMark)
    .mutation(({ ctx, input }) => markPayout(ctx.call, ctx.expecting(input))),

  recalculate: operatorProcedure
    .input(z.strictObject({ payoutId: Id }))
    .mutation(calls(recalculatePayout)),
});
