import { z } from "zod";
import { mayDo } from "../../core/access";
import { getPartner } from "../../core/partners/queries";
import { readLink, redeemLink } from "../../core/team/links";
import { changePassword } from "../../core/team/password";
import { reauthenticate } from "../../core/team/reauthenticate";
import { Code, CurrentPassword, Password } from "../../core/team/schema";
import { whoAmI } from "../../core/team/sessions";
import { ownProcedure, publicProcedure, router, viewerProcedure } from "../init";

const Token = z.string().min(1).max(100);

export const sessionRouter = router({
  /** The signed-in user, the partner (null for operators who do not look on), and what the role may do. */
  whoAmI: viewerProcedure.query(async ({ ctx }) => {
    const { actor, call } = ctx;
    const user = await whoAmI(call);
    const own =
      "partnerId" in actor ? await getPartner(call, { partnerId: actor.partnerId }) : null;
    const { partner, suspendedReason } = own ?? { partner: null, suspendedReason: null };
    const isOnlooker = actor.kind === "onlooker";
    const may = {
      manageKeys: mayDo(actor, "key.issued"),
      createCustomers: mayDo(actor, "customer.created"),
      setPrices: mayDo(actor, "price.set"),
      manageTeam: mayDo(actor, "user.invited"),
      setBranding: mayDo(actor, "partner.branding_set"),
    };
    return { user, partner, suspendedReason, isOnlooker, may };
  }),

  /** After a failure with `reauthentication_required`, which can then be tried again. */
  reauthenticate: ownProcedure
    .input(z.union([z.strictObject({ current: CurrentPassword }), z.strictObject({ code: Code })]))
    .mutation(({ ctx, input }) => reauthenticate(ctx.call, input)),

  changePassword: ownProcedure
    .input(z.strictObject({ current: CurrentPassword, next: Password }))
    .mutation(async ({ ctx, input }) => {
      const { sessionId } = await changePassword(ctx.call, input);
      await ctx.continueSession(sessionId);
    }),

  /** Whose one-time link this is, while it is good. */
  readLink: publicProcedure
    .input(z.strictObject({ token: Token }))
    .mutation(({ ctx, input }) =>
      readLink({ ...ctx.core, actor: LINK_HOLDER, address: ctx.address }, { token: input.token }),
    ),

  /** Chooses the password by a one-time link. */
  redeemLink: publicProcedure
    .input(z.strictObject({ token: Token, password: Password }))
    .mutation(({ ctx, input }) =>
      redeemLink({ ...ctx.core, actor: LINK_HOLDER, address: ctx.address }, input),
    ),
});

const LINK_HOLDER = { kind: "system", name: "one-time link" } as const;
