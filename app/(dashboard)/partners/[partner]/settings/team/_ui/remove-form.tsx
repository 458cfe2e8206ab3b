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
        ? { title: "Invite revoked", message: `The invite link for ${email} no longer works.` }
        : { title: `${email} removed`, message: "They've been signed out of all devices." },
    );
    onClose();
  });
  return (
    <ConfirmBody
      confirm={isInvited ? "Revoke invite" : "Remove"}
      isDestructive
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run()}
    >
      {isInvited
        ? "The link stops working immediately. You can invite them again later."
        : "They'll be signed out immediately. API keys they created keep working; revoke any they may have copied."}
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
      title: `Two-factor authentication disabled for ${member.email}`,
      message: "They can sign in with only their password until they set it up again.",
    });
    onClose();
  });
  return (
    <ConfirmBody
      confirm="Disable"
      isDestructive
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run()}
    >
      Use this if they&apos;ve lost their authenticator app and recovery codes. Verify their
      identity first. They&apos;ll be signed out everywhere.
    </ConfirmBody>
  );
}
