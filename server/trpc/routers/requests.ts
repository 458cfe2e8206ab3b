import { z } from "zod";
import { getRequest, listRequests } from "../../core/requests/queries";
import { RequestFilter, RequestSearch } from "../../core/requests/schema";
import { countUnlisted } from "../../core/requests/unlisted";
import { Id } from "../../core/values/text";
import { calls, callsWithPartner } from "../calls";
import { partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

export const requestsRouter = router({
  list: partnerProcedure
    .input(RequestSearch.extend(FORWARD).transform(onward))
    .query(callsWithPartner(listRequests)),

  unlisted: partnerProcedure.input(RequestFilter).query(callsWithPartner(countUnlisted)),

  get: partnerProcedure.input(z.strictObject({ requestId: Id })).query(calls(getRequest)),
});
