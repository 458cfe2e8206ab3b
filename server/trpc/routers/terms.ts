import { createTerm } from "../../core/terms/mutations";
import { getCurrentShares, listTerms } from "../../core/terms/queries";
import { TermCreate, TermQuery } from "../../core/terms/schema";
import { Id } from "../../core/values/text";
import { calls, callsWithPartner } from "../calls";
import { operatorProcedure, partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

export const termsRouter = router({
  list: partnerProcedure
    .input(TermQuery.extend(FORWARD).transform(onward))
    .query(callsWithPartner(listTerms)),

  /** The shares of this month. */
  current: partnerProcedure.query(callsWithPartner(getCurrentShares)),

  create: operatorProcedure.input(TermCreate.extend({ partnerId: Id })).mutation(calls(createTerm)),
});
