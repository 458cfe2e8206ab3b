import { z } from "zod";
import { endDevice, endDevices, listDevices } from "../../core/sign-in/devices";
import { Code, CurrentPassword } from "../../core/sign-in/schema";
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from "../../core/sign-in/second-factor";
import { Id } from "../../core/values/text";
import { calls } from "../calls";
import { accountProcedure, router, userProcedure } from "../init";

const Proof = z.strictObject({ current: CurrentPassword, code: Code });

/** The caller's own account: second factor and sessions. */
export const securityRouter = router({
  secondFactor: accountProcedure.query(({ ctx }) => getSecondFactor(ctx.call)),

  /** Returns the secret for the authenticator app, which is shown only once. */
  beginSecondFactor: accountProcedure
    .input(z.strictObject({ current: CurrentPassword }))
    .mutation(calls(beginSecondFactor)),

  /** Returns the recovery codes, which are shown only once. */
  confirmSecondFactor: accountProcedure
    .input(z.strictObject({ code: Code }))
    .mutation(async ({ ctx, input }) => {
      const { recoveryCodes, sessionId } = await confirmSecondFactor(ctx.call, input);
      await ctx.continueSession(sessionId);
      return { recoveryCodes };
    }),

  disableSecondFactor: userProcedure.input(Proof).mutation(async ({ ctx, input }) => {
    const { sessionId } = await disableSecondFactor(ctx.call, input);
    await ctx.continueSession(sessionId);
  }),

  renewRecoveryCodes: userProcedure.input(Proof).mutation(async ({ ctx, input }) => {
    const { recoveryCodes, sessionId } = await renewRecoveryCodes(ctx.call, input);
    await ctx.continueSession(sessionId);
    return { recoveryCodes };
  }),

  devices: userProcedure.query(({ ctx }) => listDevices(ctx.call)),

  endDevice: userProcedure.input(z.strictObject({ sessionId: Id })).mutation(calls(endDevice)),

  endDevices: userProcedure
    .input(z.strictObject({ which: z.enum(["others", "all"]) }))
    .mutation(calls(endDevices)),
});
