import { setBranding } from "../../core/partners/mutations";
import { Branding } from "../../core/partners/schema";
import { partnerProcedure, router, withSeen } from "../init";

export const profileRouter = router({
  setBranding: partnerProcedure
    .concat(withSeen("logoUrl", "colour", "supportEmail"))
    .input(Branding)
    .mutation(({ ctx: { call, partnerId, expecting }, input }) =>
      setBranding(call, { partnerId, ...expecting(input) }),
    ),
});
