"use client";

import type { Member } from "@/app/_trpc/types";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { InviteForm } from "./invite-form";
import { LinkForm } from "./link-form";
import { RemoveForm, SecondFactorForm } from "./remove-form";
import { RoleForm } from "./role-form";

export type MemberTask =
  | { kind: "invite" }
  | { kind: "role" | "link" | "second-factor" | "remove"; member: Member };

/** All actions on the team in one dialog, so that the focus is restored correctly. */
export function MemberDialog({ task, onClose }: { task: MemberTask | null; onClose: () => void }) {
  return (
    <SubjectDialog subject={task} title={titleOf} size={500} onClose={onClose}>
      {(shown) => <Form task={shown} onClose={onClose} />}
    </SubjectDialog>
  );
}

function Form({ task, onClose }: { task: MemberTask; onClose: () => void }) {
  if (task.kind === "invite") return <InviteForm onClose={onClose} />;
  const { member } = task;
  if (task.kind === "role") return <RoleForm member={member} onClose={onClose} />;
  if (task.kind === "link") return <LinkForm member={member} onClose={onClose} />;
  if (task.kind === "remove") return <RemoveForm member={member} onClose={onClose} />;
  return <SecondFactorForm member={member} onClose={onClose} />;
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
