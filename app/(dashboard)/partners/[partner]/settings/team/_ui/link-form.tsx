"use client";

import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import type { Invitation, Member } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { LinkReveal } from "@/app/_ui/auth/link-reveal";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { useTeamAction } from "./use-team-action";

/** Creates a new one-time link for a member: a new invite, or a password reset. */
export function LinkForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const [made, setMade] = useState<Invitation | null>(null);
  const action = useTeamAction(async () => {
    setMade(await client.team.relink.mutate({ partner, userId: member.id }));
  });
  if (made) return <LinkReveal invitation={made} onDone={onClose} />;
  return (
    <ConfirmBody
      confirm={member.isInvited ? "Create invite link" : "Create reset link"}
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run()}
    >
      {member.isInvited
        ? "This invalidates the previous link."
        : "The link lets them set a new password and signs them out everywhere. Their current password works until then. Two-factor authentication stays on."}
    </ConfirmBody>
  );
}
