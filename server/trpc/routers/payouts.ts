import { z } from "zod";
import { ownPartnerId } from "../../core/access";
import { closePeriod } from "../../core/payouts/close";
import { correctPayout, markPayout } from "../../core/payouts/mutations";
import { getPayout, listPayouts, previewPeriod, sumPayouts } from "../../core/payouts/queries";
import { PayoutMark, PayoutSearch, Period } from "../../core/payouts/schema";
import { Id } from "../../core/text";
import { operatorProcedure, router, userProcedure } from "../init";
import { FORWARD, onward } from "../paging";

export const payoutsRouter = router({
  /** A partner's own; for operators everyone's, or those of the partner they name. */
  list: userProcedure
    .input(PayoutSearch.extend({ partnerId: Id.optional(), ...FORWARD }).transform(onward))
    .query(({ ctx, input: { partnerId, ...query } }) =>
      listPayouts(ctx.call, { partnerId: partnerId ?? ownPartnerId(ctx.actor), ...query }),
    ),

  get: userProcedure
    .input(z.strictObject({ payoutId: Id }))
    .query(({ ctx, input }) => getPayout(ctx.call, { payoutId: input.payoutId })),

  /** Counts and sums by currency and status; a partner's own, for operators everyone's. */
  sums: userProcedure.query(({ ctx }) =>
    sumPayouts(ctx.call, { partnerId: ownPartnerId(ctx.actor) }),
  ),

  /** What closing the month would make of it now. */
  preview: operatorProcedure
    .input(z.strictObject({ period: Period }))
    .query(({ ctx, input }) => previewPeriod(ctx.call, { period: input.period })),

  close: operatorProcedure
    .input(z.strictObject({ period: Period }))
    .mutation(({ ctx, input }) => closePeriod(ctx.call, { period: input.period })),

  mark: operatorProcedure
    .input(PayoutMark)
    .mutation(({ ctx, input }) => markPayout(ctx.call, input)),

  correct: operatorProcedure
    .input(z.strictObject({ payoutId: Id }))
    .mutation(({ ctx, input }) => correctPayout(ctx.call, { payoutId: input.payoutId })),
});
