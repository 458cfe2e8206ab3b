import { useState } from "react";
import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import type { Member } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { InviteForm, LinkForm } from "@/app/_ui/auth/link-forms";
import { dialogOf } from "@/app/_ui/dialog/subject-dialog";
import type { TeamRole } from "@/server/core/kernel/actor";
import { RemoveForm, SecondFactorForm } from "./remove-form";
import { RoleChoice } from "./role-choice";
import { RoleForm } from "./role-form";

export type MemberTask =
  | { kind: "invite" }
  | { kind: "role" | "link" | "second-factor" | "remove"; member: Member };

/** All actions on the team in one dialog, so that the focus is restored correctly. */
export const MemberDialog = dialogOf({
  title: titleOf,
  size: 500,
  Form,
});

function Form({ of: task, onClose }: { of: MemberTask; onClose: () => void }) {
  if (task.kind === "invite") return <InviteMemberForm onClose={onClose} />;
  const { member } = task;
  if (task.kind === "role") return <RoleForm member={member} onClose={onClose} />;
  if (task.kind === "link") return <MemberLinkForm member={member} onClose={onClose} />;
  if (task.kind === "remove") return <RemoveForm member={member} onClose={onClose} />;
  return <SecondFactorForm member={member} onClose={onClose} />;
}

function MemberLinkForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const changes = useTRPC().team.pathKey();
  const { team } = useTRPCClient();
  const partner = usePartnerCode();
  return (
    <LinkForm
      create={() => team.relink.mutate({ partner, userId: member.id })}
      changes={changes}
      isInvited={member.isInvited}
      onClose={onClose}
    />
  );
}

function titleOf(task: MemberTask): string {
  if (task.kind === "invite") return "Invite member";
  const { email, isInvited } = task.member;
  const titles = {
    role: `Change role for ${email}`,
    link: isInvited ? `New invite link for ${email}` : `Reset password for ${email}`,
    "second-factor": `Disable two-factor authentication for ${email}`,
    remove: isInvited ? `Revoke invite for ${email}` : `Remove ${email}`,
  };
  return titles[task.kind];
}

/** Invites a member with a role, then shows the link. */
function InviteMemberForm({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const [role, setRole] = useState<TeamRole>("developer");
  return (
    <InviteForm
      invite={(email) => client.team.invite.mutate({ partner, email, role })}
      changes={trpc.team.pathKey()}
      onClose={onClose}
    >
      <RoleChoice value={role} onChange={setRole} />
    </InviteForm>
  );
}
