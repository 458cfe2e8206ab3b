import { z } from "zod";
import { closePeriod } from "../../core/payouts/close";
import { markPayout, recalculatePayout } from "../../core/payouts/mutations";
import { previewPeriod } from "../../core/payouts/preview";
import { getPayout, listPayoutLines, listPayouts, sumPayouts } from "../../core/payouts/queries";
import { PayoutLineQuery, PayoutMark, PayoutSearch } from "../../core/payouts/schema";
import { Period } from "../../core/values/period-schema";
import { Id } from "../../core/values/text";
import { operatorProcedure, partnerProcedure, router, withSeen } from "../init";
import { FORWARD, onward } from "../paging";

export const payoutsRouter = router({
  list: partnerProcedure
    .input(PayoutSearch.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listPayouts(ctx.call, { partnerId: ctx.partnerId, ...input })),

  /** Of all partners, or of one. */
  listAll: operatorProcedure
    .input(PayoutSearch.extend({ partnerId: Id.optional(), ...FORWARD }).transform(onward))
    .query(({ ctx, input: { partnerId = null, ...query } }) =>
      listPayouts(ctx.call, { partnerId, ...query }),
    ),

  get: partnerProcedure
    .input(z.strictObject({ payoutId: Id }))
    .query(({ ctx, input }) => getPayout(ctx.call, { payoutId: input.payoutId })),

  lines: partnerProcedure
    .input(PayoutLineQuery.extend({ payoutId: Id, ...FORWARD }).transform(onward))
    .query(({ ctx, input }) => listPayoutLines(ctx.call, input)),

  /** Counts and sums by currency and status. */
  sums: partnerProcedure.query(({ ctx }) => sumPayouts(ctx.call, { partnerId: ctx.partnerId })),

  /** The same of all partners. */
  sumsAll: operatorProcedure.query(({ ctx }) => sumPayouts(ctx.call, { partnerId: null })),

  /** The payouts that closing the month now would create. */
  preview: operatorProcedure
    .input(z.strictObject({ period: Period }))
    .query(({ ctx, input }) => previewPeriod(ctx.call, { period: input.period })),

  close: operatorProcedure
    .input(z.strictObject({ period: Period }))
    .mutation(({ ctx, input }) => closePeriod(ctx.call, { period: input.period })),

  mark: operatorProcedure
    .concat(withSeen("status", "reference"))
    .input(PayoutMark)
    .mutation(({ ctx, input }) => markPayout(ctx.call, ctx.expecting(input))),

  recalculate: operatorProcedure
    .input(z.strictObject({ payoutId: Id }))
    .mutation(({ ctx, input }) => recalculatePayout(ctx.call, { payoutId: input.payoutId })),
});
