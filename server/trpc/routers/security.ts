import { z } from "zod";
import { endDevice, endDevices, listDevices } from "../../core/team/devices";
import { Code, CurrentPassword } from "../../core/team/schema";
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from "../../core/team/second-factor";
import { Id } from "../../core/text";
import { accountProcedure, ownProcedure, router } from "../init";

const Proof = z.strictObject({ current: CurrentPassword, code: Code });

/** One's own account: the second factor, and where one is signed in. */
export const securityRouter = router({
  secondFactor: accountProcedure.query(({ ctx }) => getSecondFactor(ctx.call)),

  /** Answers with the secret for the authenticator app: the one time that it is shown. */
  beginSecondFactor: accountProcedure
    .input(z.strictObject({ current: CurrentPassword }))
    .mutation(({ ctx, input }) => beginSecondFactor(ctx.call, input)),

  /** Answers with the recovery codes: the one time that they are shown. */
  confirmSecondFactor: accountProcedure
    .input(z.strictObject({ code: Code }))
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx.call, input)),

  disableSecondFactor: ownProcedure
    .input(Proof)
    .mutation(({ ctx, input }) => disableSecondFactor(ctx.call, input)),

  renewRecoveryCodes: ownProcedure
    .input(Proof)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.call, input)),

  devices: ownProcedure.query(({ ctx }) => listDevices(ctx.call)),

  endDevice: ownProcedure
    .input(z.strictObject({ sessionId: Id }))
    .mutation(({ ctx, input }) => endDevice(ctx.call, input)),

  endDevices: ownProcedure
    .input(z.strictObject({ which: z.enum(["others", "all"]) }))
    .mutation(({ ctx, input }) => endDevices(ctx.call, input)),
});
