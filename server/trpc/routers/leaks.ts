import { KeyId } from "../../core/keys/schema";
import { changeLeakPolicy, dismissLeak } from "../../core/leaks/mutations";
import { dismissPlatformKeyLeak } from "../../core/leaks/platform-keys";
import { getLeakPolicy, listLeaks, listPlatformKeyLeaks } from "../../core/leaks/queries";
import { LeakPolicyChange } from "../../core/leaks/schema";
import { calls } from "../calls";
import { operatorProcedure, partnerProcedure, router, withSeen } from "../init";

/** Keys that were found in public. */
export const leaksRouter = router({
  /** The places in which a key was found. */
  list: partnerProcedure.input(KeyId).query(calls(listLeaks)),

  dismiss: partnerProcedure.input(KeyId).mutation(calls(dismissLeak)),

  /** The places in which a platform key was found. */
  ofPlatformKey: operatorProcedure.input(KeyId).query(calls(listPlatformKeyLeaks)),

  dismissPlatformKey: operatorProcedure.input(KeyId).mutation(calls(dismissPlatformKeyLeak)),

  policy: operatorProcedure.query(({ ctx }) => getLeakPolicy(ctx.call)),

  setPolicy: operatorProcedure
    .concat(withSeen("policy"))
    .input(LeakPolicyChange)
    .mutation(({ ctx, input }) => changeLeakPolicy(ctx.call, ctx.expecting(input))),
});
