import { z } from "zod";
import { PayoutDetailsChange } from "../../core/payout-details/change-schema";
import { cancelPayoutDetails, changePayoutDetails } from "../../core/payout-details/mutations";
import { getPayoutDetails, listPayoutDetails } from "../../core/payout-details/queries";
import { Id } from "../../core/values/text";
import { callsWithPartner } from "../calls";
import { partnerProcedure, router, withSeen } from "../init";
import { PAGE } from "../paging";

/** Where a partner is paid, always masked. */
export const payoutDetailsRouter = router({
  /** The details in force and the change that waits. */
  get: partnerProcedure.query(callsWithPartner(getPayoutDetails)),

  /** All versions. */
  history: partnerProcedure.input(PAGE).query(callsWithPartner(listPayoutDetails)),

  /** `latest`: the version that is replaced. */
  change: partnerProcedure
    .concat(withSeen("latest"))
    .input(PayoutDetailsChange)
    .mutation(({ ctx, input }) =>
      changePayoutDetails(ctx.call, { partnerId: ctx.partnerId, ...ctx.expecting(input) }),
    ),

  /** Cancels the change that waits. */
  cancel: partnerProcedure
    .input(z.strictObject({ detailsId: Id }))
    .mutation(callsWithPartner(cancelPayoutDetails)),
});
