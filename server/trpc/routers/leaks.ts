import { KeyId } from "../../core/keys/schema";
import { changeLeakPolicy, dismissLeak } from "../../core/leaks/mutations";
import { dismissPlatformKeyLeak } from "../../core/leaks/platform-keys";
import { getLeakPolicy, listLeaks, listPlatformKeyLeaks } from "../../core/leaks/queries";
import { LeakPolicyChange } from "../../core/leaks/schema";
import { operatorProcedure, partnerProcedure, router, withSeen } from "../init";

/** Keys that were found in public. */
export const leaksRouter = router({
  /** The places in which a key was found. */
  list: partnerProcedure.input(KeyId).query(({ ctx, input }) => listLeaks(ctx.call, input)),

  dismiss: partnerProcedure.input(KeyId).mutation(({ ctx, input }) => dismissLeak(ctx.call, input)),

  /** The places in which a platform key was found. */
  ofPlatformKey: operatorProcedure
    .input(KeyId)
    .query(({ ctx, input }) => listPlatformKeyLeaks(ctx.call, input)),

  dismissPlatformKey: operatorProcedure
    .input(KeyId)
    .mutation(({ ctx, input }) => dismissPlatformKeyLeak(ctx.call, input)),

  policy: operatorProcedure.query(({ ctx }) => getLeakPolicy(ctx.call)),

  setPolicy: operatorProcedure
    .concat(withSeen("policy"))
    .input(LeakPolicyChange)
    .mutation(({ ctx, input }) => changeLeakPolicy(ctx.call, ctx.expecting(input))),
});
