import { decideLimitRequest, openLimitRequest } from "../../core/limit-requests/mutations";
import { listLimitRequests } from "../../core/limit-requests/queries";
import { LimitRequestDecision, LimitRequestOpen } from "../../core/limit-requests/schema";
import { operatorProcedure, partnerProcedure, router, userProcedure } from "../init";
import { PAGE } from "../paging";

/** Requests in the unpaged list. */
const MAX_LISTED = 500;

export const limitRequestsRouter = router({
  /** A partner's own; for operators everyone's. The first of them: open ones come first. */
  list: userProcedure.query(async ({ ctx }) => {
    const { data } = await listLimitRequests(ctx.call, { limit: MAX_LISTED });
    return data;
  }),

  page: userProcedure.input(PAGE).query(({ ctx, input }) => listLimitRequests(ctx.call, input)),

  open: partnerProcedure
    .input(LimitRequestOpen)
    .mutation(({ ctx, input }) => openLimitRequest(ctx.call, input)),

  decide: operatorProcedure
    .input(LimitRequestDecision)
    .mutation(({ ctx, input }) => decideLimitRequest(ctx.call, input)),
});
