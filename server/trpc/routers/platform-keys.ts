import { KeyId, KeyLimit } from "../../core/keys/schema";
import { PLATFORM_KEY_ISSUED, PLATFORM_KEY_ROTATED } from "../../core/platform-keys/actions";
import { setPlatformKeyLimit, setPlatformKeyNetworks } from "../../core/platform-keys/edit";
import {
  issuePlatformKey,
  revokePlatformKey,
  rotatePlatformKey,
} from "../../core/platform-keys/mutations";
import { listPlatformKeys } from "../../core/platform-keys/queries";
import {
  PlatformKeyIssue,
  PlatformKeyNetworks,
  PlatformKeyRevoke,
} from "../../core/platform-keys/schema";
import { calls } from "../calls";
import { operatorProcedure, router, withIdempotencyKey, withSeen } from "../init";
import { onceOnly } from "../once";

/** Keys of the company's own systems. */
export const platformKeysRouter = router({
  list: operatorProcedure.query(({ ctx }) => listPlatformKeys(ctx.call)),

  /** Returns the plaintext, which is shown only once. */
  issue: operatorProcedure
    .concat(withIdempotencyKey)
    .input(PlatformKeyIssue)
    .mutation(onceOnly(PLATFORM_KEY_ISSUED, calls(issuePlatformKey))),

  rotate: operatorProcedure
    .concat(withIdempotencyKey)
    .input(KeyId)
    .mutation(onceOnly(PLATFORM_KEY_ROTATED, calls(rotatePlatformKey))),

  setLimit: operatorProcedure
    .concat(withSeen("perMinute"))
    .input(KeyLimit)
    .mutation(({ ctx, input }) => setPlatformKeyLimit(ctx.call, ctx.expecting(input))),

  setNetworks: operatorProcedure
    .concat(withSeen("allowedNetworks"))
    .input(PlatformKeyNetworks)
    .mutation(({ ctx, input }) => setPlatformKeyNetworks(ctx.call, ctx.expecting(input))),

  revoke: operatorProcedure.input(PlatformKeyRevoke).mutation(calls(revokePlatformKey)),
});
