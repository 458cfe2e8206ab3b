import { z } from "zod";
import { inviteUser } from "../../core/team/invitations";
import {
  listMembers,
  relinkMember,
  removeMember,
  resetMemberSecondFactor,
  setMemberRole,
} from "../../core/team/members";
import { listOpenLinks, revokeLink } from "../../core/team/open-links";
import { Invite, RoleSet } from "../../core/team/schema";
import { Id } from "../../core/values/text";
import { partnerProcedure, router, withSeen } from "../init";

const UserInput = z.strictObject({ userId: Id });

export const teamRouter = router({
  list: partnerProcedure.query(({ ctx }) => listMembers(ctx.call, { partnerId: ctx.partnerId })),

  /** The one-time links that can still be used. */
  links: partnerProcedure.query(({ ctx }) => listOpenLinks(ctx.call, { partnerId: ctx.partnerId })),

  revokeLink: partnerProcedure
    .input(z.strictObject({ linkId: Id }))
    .mutation(({ ctx, input }) => revokeLink(ctx.call, input)),

  /** Returns the token of the one-time link for the inviter to pass on; it is shown only once. */
  invite: partnerProcedure
    .input(Invite)
    .mutation(({ ctx, input }) => inviteUser(ctx.call, { partnerId: ctx.partnerId, ...input })),

  /** A new link for a lost invite or a forgotten password; also shown only once. */
  relink: partnerProcedure
    .input(UserInput)
    .mutation(({ ctx, input }) => relinkMember(ctx.call, input)),

  setRole: partnerProcedure
    .concat(withSeen("role"))
    .input(RoleSet)
    .mutation(({ ctx, input }) => setMemberRole(ctx.call, ctx.expecting(input))),

  remove: partnerProcedure
    .input(UserInput)
    .mutation(({ ctx, input }) => removeMember(ctx.call, input)),

  /** For owners and operators. */
  resetSecondFactor: partnerProcedure
    .input(UserInput)
    .mutation(({ ctx, input }) => resetMemberSecondFactor(ctx.call, input)),
});
