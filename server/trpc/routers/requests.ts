import { z } from "zod";
import { namedPartnerId } from "../../core/access";
import { RequestSearch } from "../../core/requests/schema";
import { getRequest, listRequests } from "../../core/requests/service";
import { Id } from "../../core/text";
import { ForPartner } from "../for-partner";
import { router, userProcedure } from "../init";
import { FORWARD, onward } from "../paging";

/** The request log: a partner's own, or for operators that of the partner they name. */
export const requestsRouter = router({
  list: userProcedure
    .input(RequestSearch.extend({ ...ForPartner, ...FORWARD }).transform(onward))
    .query(({ ctx, input: { partnerId, ...query } }) =>
      listRequests(ctx.call, namedPartnerId(ctx.actor, partnerId), query),
    ),

  get: userProcedure
    .input(z.strictObject({ requestId: Id }))
    .query(({ ctx, input }) => getRequest(ctx.call, input.requestId)),
});
