"use client";

import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import type { Invitation } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { LinkReveal } from "@/app/_ui/auth/link-reveal";
import { ActionForm } from "@/app/_ui/form/action-form";
import type { TeamRole } from "@/server/core/actor";
import { RoleChoice } from "./role-choice";
import { useTeamAction } from "./use-team-action";

/** Invites a member with a role, then shows the link. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<TeamRole>("developer");
  const [made, setMade] = useState<Invitation | null>(null);
  const action = useTeamAction(async () => {
    setMade(await client.team.invite.mutate({ partner, email: email.trim(), role }));
  });
  const { failure, issues } = action;
  const isTaken = failure?.code === "conflict" && failure.details.field === "email";

  if (made) return <LinkReveal invitation={made} onDone={onClose} />;
  return (
    <ActionForm
      action={action}
      confirm="Create invite link"
      isDisabled={email.trim() === ""}
      isFailureShown={isTaken}
      onSubmit={() => action.run()}
      onCancel={onClose}
    >
      <TextInput
        label="Email"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={issues.email ?? (isTaken && failure.message)}
        maxLength={254}
        autoComplete="off"
        data-autofocus
      />
      <RoleChoice value={role} onChange={setRole} />
    </ActionForm>
  );
}
