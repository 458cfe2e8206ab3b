import { LimitRequestDecision, LimitRequestOpen } from "../../core/limit-requests/schema";
import {
  decideLimitRequest,
  listLimitRequests,
  openLimitRequest,
} from "../../core/limit-requests/service";
import { operatorProcedure, partnerProcedure, router, userProcedure } from "../init";

export const limitRequestsRouter = router({
  /** A partner's own; for operators everyone's. */
  list: userProcedure.query(({ ctx }) => listLimitRequests(ctx.call)),

  open: partnerProcedure
    .input(LimitRequestOpen)
    .mutation(({ ctx, input }) => openLimitRequest(ctx.call, input)),

  decide: operatorProcedure
    .input(LimitRequestDecision)
    .mutation(({ ctx, input }) => decideLimitRequest(ctx.call, input)),
});
