import { setBranding } from "../../core/partners/mutations";
import { Branding } from "../../core/partners/schema";
import { partnerProcedure, router } from "../init";

export const profileRouter = router({
  setBranding: partnerProcedure
    .input(Branding)
    .mutation(({ ctx, input }) => setBranding(ctx.call, { partnerId: ctx.partnerId, ...input })),
});
