import { z } from "zod";
import { getRequest, listRequests } from "../../core/requests/queries";
import { RequestSearch } from "../../core/requests/schema";
import { Id } from "../../core/text";
import { partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

export const requestsRouter = router({
  list: partnerProcedure
    .input(RequestSearch.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listRequests(ctx.call, { partnerId: ctx.partnerId, ...input })),

  get: partnerProcedure
    .input(z.strictObject({ requestId: Id }))
    .query(({ ctx, input }) => getRequest(ctx.call, { requestId: input.requestId })),
});
