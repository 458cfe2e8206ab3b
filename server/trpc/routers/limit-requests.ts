import { decideLimitRequest, openLimitRequest } from "../../core/limit-requests/mutations";
import { countLimitRequests, listLimitRequests } from "../../core/limit-requests/queries";
import {
  LimitRequestDecision,
  LimitRequestOpen,
  LimitRequestQuery,
} from "../../core/limit-requests/schema";
import { calls } from "../calls";
import { operatorProcedure, partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

const QUERY = LimitRequestQuery.extend(FORWARD).transform(onward);

export const limitRequestsRouter = router({
  list: partnerProcedure.input(QUERY).query(calls(listLimitRequests)),

  /** The requests of all partners. */
  listAll: operatorProcedure.input(QUERY).query(calls(listLimitRequests)),

  counts: operatorProcedure.query(({ ctx }) => countLimitRequests(ctx.call)),

  open: partnerProcedure.input(LimitRequestOpen).mutation(calls(openLimitRequest)),

  decide: operatorProcedure.input(LimitRequestDecision).mutation(calls(decideLimitRequest)),
});
