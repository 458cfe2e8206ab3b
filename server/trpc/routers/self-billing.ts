import { consentToSelfBilling, withdrawSelfBilling } from "../../core/self-billing/mutations";
import { getSelfBilling } from "../../core/self-billing/queries";
import { partnerProcedure, router } from "../init";

/** Whether a partner's statements are self-billing invoices. */
export const selfBillingRouter = router({
  get: partnerProcedure.query(({ ctx }) => getSelfBilling(ctx.call, { partnerId: ctx.partnerId })),

  consent: partnerProcedure.mutation(({ ctx }) =>
    consentToSelfBilling(ctx.call, { partnerId: ctx.partnerId }),
  ),

  withdraw: partnerProcedure.mutation(({ ctx }) =>
    withdrawSelfBilling(ctx.call, { partnerId: ctx.partnerId }),
  ),
});
