import { decideLimitRequest, openLimitRequest } from "../../core/limit-requests/mutations";
import { countLimitRequests, listLimitRequests } from "../../core/limit-requests/queries";
import {
  LimitRequestDecision,
  LimitRequestOpen,
  LimitRequestQuery,
} from "../../core/limit-requests/schema";
import { operatorProcedure, partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

const QUERY = LimitRequestQuery.extend(FORWARD).transform(onward);

export const limitRequestsRouter = router({
  list: partnerProcedure.input(QUERY).query(({ ctx, input }) => listLimitRequests(ctx.call, input)),

  /** The requests of all partners. */
  listAll: operatorProcedure
    .input(QUERY)
    .query(({ ctx, input }) => listLimitRequests(ctx.call, input)),

  counts: operatorProcedure.query(({ ctx }) => countLimitRequests(ctx.call)),

  open: partnerProcedure
    .input(LimitRequestOpen)
    .mutation(({ ctx, input }) => openLimitRequest(ctx.call, input)),

  decide: operatorProcedure
    .input(LimitRequestDecision)
    .mutation(({ ctx, input }) => decideLimitRequest(ctx.call, input)),
});
