"use client";

import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import type { Invitation, Member } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { LinkReveal } from "./link-reveal";
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
      confirm={member.isInvited ? "Make invite link" : "Make reset link"}
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run()}
    >
      {member.isInvited
        ? "The link that was made before stops working."
        : "With the link another password is chosen, and all devices are signed out then. The password of now works until that time. A second factor stays on."}
    </ConfirmBody>
  );
}
