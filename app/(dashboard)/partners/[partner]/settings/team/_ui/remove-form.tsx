"use client";

import { useTRPCClient } from "@/app/_trpc/client";
import type { Member } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { toast } from "@/app/_ui/feedback/toast";
import { useTeamAction } from "./use-team-action";

type Props = { member: Member; onClose: () => void };

/** Confirms removing a member from the team. */
export function RemoveForm({ member, onClose }: Props) {
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const { email, isInvited } = member;
  const action = useTeamAction(async () => {
    await client.team.remove.mutate({ partner, userId: member.id });
    toast(
      isInvited
        ? { title: "The invite is withdrawn", message: `The link for ${email} is dead.` }
        : { title: `${email} is removed`, message: "All their devices are signed out." },
    );
    onClose();
  });
  return (
    <ConfirmBody
      confirm={isInvited ? "Withdraw invite" : "Remove"}
      isDestructive
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run()}
    >
      {isInvited
        ? "The link stops working at once. You can invite the same address again."
        : "All their devices are signed out at once. API keys that they made stay valid: revoke those that they know."}
    </ConfirmBody>
  );
}

/** Confirms turning off a member's second factor. */
export function SecondFactorForm({ member, onClose }: Props) {
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const action = useTeamAction(async () => {
    await client.team.resetSecondFactor.mutate({ partner, userId: member.id });
    toast({
      title: `The second factor of ${member.email} is off`,
      message: "They sign in with the password alone until they set up another.",
    });
    onClose();
  });
  return (
    <ConfirmBody
      confirm="Turn off"
      isDestructive
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run()}
    >
      For someone who has lost both the authenticator app and the recovery codes. Make sure that it
      is really they who ask. All their devices are signed out.
    </ConfirmBody>
  );
}
