"use client";

import { Modal } from "@mantine/core";
import { useState } from "react";
import type { Member } from "@/app/_trpc/types";
import { rescueFocus } from "@/app/_ui/rescue-focus";
import { InviteForm } from "./invite-form";
import { LinkForm } from "./link-form";
import { RemoveForm, SecondFactorForm } from "./remove-form";
import { RoleForm } from "./role-form";

export type MemberTask =
  | { kind: "invite" }
  | { kind: "role" | "link" | "second-factor" | "remove"; member: Member };

/** Everything that is done about the team, in one dialog, so that the focus comes back right. */
export function MemberDialog({ task, onClose }: { task: MemberTask | null; onClose: () => void }) {
  const [shown, setShown] = useState(task);
  if (task && task !== shown) setShown(task);
  return (
    <Modal
      opened={task !== null}
      onClose={onClose}
      onExitTransitionEnd={() => {
        // What a form has made, such as a link, goes with it.
        setShown(null);
        rescueFocus();
      }}
      title={shown && titleOf(shown)}
      size={500}
    >
      {shown && <Form task={shown} onClose={onClose} />}
    </Modal>
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
  if (task.kind === "invite") return "Invite someone";
  const { email, isInvited } = task.member;
  const titles = {
    role: `Role of ${email}`,
    link: isInvited ? `New invite for ${email}` : `Reset link for ${email}`,
    "second-factor": `Turn off the second factor of ${email}`,
    remove: isInvited ? `Withdraw the invite of ${email}` : `Remove ${email}`,
  };
  return titles[task.kind];
}
