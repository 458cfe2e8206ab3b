import { z } from "zod";
import { getPartner } from "../../core/partners/queries";
import { accessTo } from "../../core/registry";
import { requestPasswordReset } from "../../core/sign-in/forgot-password";
import { readLink, redeemLink } from "../../core/sign-in/links";
import { changePassword } from "../../core/sign-in/password";
import { reauthenticate } from "../../core/sign-in/reauthenticate";
import { Code, CurrentPassword, Password } from "../../core/sign-in/schema";
import { whoAmI } from "../../core/sign-in/sessions";
import { Email } from "../../core/values/text";
import { calls } from "../calls";
import {
  accountProcedure,
  partnerProcedure,
  publicProcedure,
  router,
  userProcedure,
} from "../init";

const Token = z.string().min(1).max(100);

export const sessionRouter = router({
  /** The signed-in user and their partner; null for operators. */
  whoAmI: accountProcedure.query(async ({ ctx: { actor, call } }) => {
    const user = await whoAmI(call);
    const own =
      actor.kind === "user" ? await getPartner(call, { partnerId: actor.partnerId }) : null;
    return { user, partner: own && { code: own.partner.code, name: own.partner.name } };
  }),

  /** A partner, and the caller's access to each action there. */
  access: partnerProcedure.query(async ({ ctx: { call, partnerId } }) => {
    const found = await getPartner(call, { partnerId });
    const { partner, terminatedAt } = found;
    const isTerminated = terminatedAt !== null;
    const state = { isSuspended: partner.status === "suspended", isTerminated };
    return { ...found, access: accessTo(call.actor, state) };
  }),

  /** Called after an error `reauthentication_required`; the failed call can then be retried. */
  reauthenticate: userProcedure
    .input(z.union([z.strictObject({ current: CurrentPassword }), z.strictObject({ code: Code })]))
    .mutation(calls(reauthenticate)),

  changePassword: userProcedure
    .input(z.strictObject({ current: CurrentPassword, next: Password }))
    .mutation(async ({ ctx, input }) => {
      const { sessionId } = await changePassword(ctx.call, input);
      await ctx.continueSession(sessionId);
    }),

  /** Mails a link to the account with this email address, if there is one. */
  requestReset: publicProcedure
    .input(z.strictObject({ email: Email }))
    .mutation(({ ctx, input }) =>
      requestPasswordReset(ctx.core, { email: input.email, address: ctx.address }),
    ),

  /** The user of a one-time link that is still valid. */
  readLink: publicProcedure
    .input(z.strictObject({ token: Token }))
    .mutation(({ ctx, input }) =>
      readLink({ ...ctx.core, actor: LINK_HOLDER, address: ctx.address }, { token: input.token }),
    ),

  /** Sets the password through a one-time link. */
  redeemLink: publicProcedure
    .input(z.strictObject({ token: Token, password: Password }))
    .mutation(({ ctx, input }) =>
      redeemLink({ ...ctx.core, actor: LINK_HOLDER, address: ctx.address }, input),
    ),
});

const LINK_HOLDER = { kind: "system", name: "one-time link" } as const;
