import { z } from "zod";
import { getRequest, listRequests } from "../../core/requests/queries";
import { RequestFilter, RequestSearch } from "../../core/requests/schema";
import { countUnlisted } from "../../core/requests/unlisted";
import { Id } from "../../core/values/text";
import { partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

export const requestsRouter = router({
  list: partnerProcedure
    .input(RequestSearch.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listRequests(ctx.call, { partnerId: ctx.partnerId, ...input })),

  unlisted: partnerProcedure
    .input(RequestFilter)
    .query(({ ctx, input }) => countUnlisted(ctx.call, { partnerId: ctx.partnerId, ...input })),

  get: partnerProcedure
    .input(z.strictObject({ requestId: Id }))
    .query(({ ctx, input }) => getRequest(ctx.call, { requestId: input.requestId })),
});
