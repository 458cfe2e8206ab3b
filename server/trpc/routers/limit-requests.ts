import { decideLimitRequest, openLimitRequest } from "../../core/limit-requests/mutations";
import { listLimitRequests } from "../../core/limit-requests/queries";
import { LimitRequestDecision, LimitRequestOpen } from "../../core/limit-requests/schema";
import { operatorProcedure, partnerProcedure, router } from "../init";
import { PAGE } from "../paging";

/** The most requests in an unpaged list; open ones come first. */
const MAX_LISTED = 500;

export const limitRequestsRouter = router({
  list: partnerProcedure.query(async ({ ctx }) => {
    const { data } = await listLimitRequests(ctx.call, { limit: MAX_LISTED });
    return data;
  }),

  page: partnerProcedure.input(PAGE).query(({ ctx, input }) => listLimitRequests(ctx.call, input)),

  listAll: operatorProcedure.query(async ({ ctx }) => {
    const { data } = await listLimitRequests(ctx.call, { limit: MAX_LISTED });
    return data;
  }),

  open: partnerProcedure
    .input(LimitRequestOpen)
    .mutation(({ ctx, input }) => openLimitRequest(ctx.call, input)),

  decide: operatorProcedure
    .input(LimitRequestDecision)
    .mutation(({ ctx, input }) => decideLimitRequest(ctx.call, input)),
});
