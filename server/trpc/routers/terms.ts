import { createTerm } from "../../core/terms/mutations";
import { getCurrentShares, listTerms } from "../../core/terms/queries";
import { TermCreate, TermQuery } from "../../core/terms/schema";
import { Id } from "../../core/values/text";
import { operatorProcedure, partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

export const termsRouter = router({
  list: partnerProcedure
    .input(TermQuery.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listTerms(ctx.call, { partnerId: ctx.partnerId, ...input })),

  /** The shares of this month. */
  current: partnerProcedure.query(({ ctx }) =>
    getCurrentShares(ctx.call, { partnerId: ctx.partnerId }),
  ),

  create: operatorProcedure
    .input(TermCreate.extend({ partnerId: Id }))
    .mutation(({ ctx, input }) => createTerm(ctx.call, input)),
});
