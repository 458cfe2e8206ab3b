import { z } from "zod";
import { RequestSearch } from "../../core/requests/schema";
import { getRequest, listRequests } from "../../core/requests/service";
import { Id } from "../../core/text";
import { partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

/** The partner's request log. */
export const requestsRouter = router({
  list: partnerProcedure
    .input(RequestSearch.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listRequests(ctx.call, ctx.partnerId, input)),

  get: partnerProcedure
    .input(z.strictObject({ requestId: Id }))
    .query(({ ctx, input }) => getRequest(ctx.call, input.requestId)),
});
