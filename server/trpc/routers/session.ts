import { z } from "zod";
import { accessTo } from "../../core/access";
import { getPartner } from "../../core/partners/queries";
import { changePassword } from "../../core/sign-in/password";
import { reauthenticate } from "../../core/sign-in/reauthenticate";
import { Code, CurrentPassword, Password } from "../../core/sign-in/schema";
import { whoAmI } from "../../core/sign-in/sessions";
import { readLink, redeemLink } from "../../core/team/links";
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
    return { ...found, access: accessTo(call.actor, found.partner.status) };
  }),

  /** Called after an error `reauthentication_required`; the failed call can then be retried. */
  reauthenticate: userProcedure
    .input(z.union([z.strictObject({ current: CurrentPassword }), z.strictObject({ code: Code })]))
    .mutation(({ ctx, input }) => reauthenticate(ctx.call, input)),

  changePassword: userProcedure
    .input(z.strictObject({ current: CurrentPassword, next: Password }))
    .mutation(async ({ ctx, input }) => {
      const { sessionId } = await changePassword(ctx.call, input);
      await ctx.continueSession(sessionId);
    }),

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
