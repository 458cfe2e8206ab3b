import { consentToSelfBilling, withdrawSelfBilling } from "../../core/self-billing/mutations";
import { getSelfBilling } from "../../core/self-billing/queries";
import { callsWithPartner } from "../calls";
import { partnerProcedure, router } from "../init";

/** Whether a partner's statements are self-billing invoices. */
export const selfBillingRouter = router({
  get: partnerProcedure.query(callsWithPartner(getSelfBilling)),

  consent: partnerProcedure.mutation(callsWithPartner(consentToSelfBilling)),

  withdraw: partnerProcedure.mutation(callsWithPartner(withdrawSelfBilling)),
});
