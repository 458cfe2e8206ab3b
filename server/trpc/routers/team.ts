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
import { calls, callsWithPartner } from "../calls";
import { partnerProcedure, router, withSeen } from "../init";

const UserInput = z.strictObject({ userId: Id });

export const teamRouter = router({
  list: partnerProcedure.query(callsWithPartner(listMembers)),

  /** The one-time links that can still be used. */
  links: partnerProcedure.query(callsWithPartner(listOpenLinks)),

  revokeLink: partnerProcedure.input(z.strictObject({ linkId: Id })).mutation(calls(revokeLink)),

  /** Returns the token of the one-time link for the inviter to pass on; it is shown only once. */
  invite: partnerProcedure.input(Invite).mutation(callsWithPartner(inviteUser)),

  /** A new link for a lost invite or a forgotten password; also shown only once. */
  relink: partnerProcedure.input(UserInput).mutation(calls(relinkMember)),

  setRole: partnerProcedure
    .concat(withSeen("role"))
    .input(RoleSet)
    .mutation(({ ctx, input }) => setMemberRole(ctx.call, ctx.expecting(input))),

  remove: partnerProcedure.input(UserInput).mutation(calls(removeMember)),

  /** For owners and operators. */
  resetSecondFactor: partnerProcedure.input(UserInput).mutation(calls(resetMemberSecondFactor)),
});
