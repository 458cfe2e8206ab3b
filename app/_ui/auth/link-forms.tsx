import { TextInput } from "@mantine/core";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Invitation } from "@/app/_trpc/types";
import { useSecretAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { LOST_LINK, useIssued, useLeftByHistory } from "@/app/_ui/dialog/use-issued";
import { useLeaveWarning } from "@/app/_ui/dialog/use-leave-warning";
import { ActionForm } from "@/app/_ui/form/action-form";
import { LinkReveal, type NewLink } from "./link-reveal";
import { Secret } from "./secret";

/** Creates a one-time link, which goes into no cache, and refetches the lists under `changes`. */
function useNewLink(create: () => Promise<Invitation>, changes: QueryKey, onClose: () => void) {
  const queryClient = useQueryClient();
  const { issued: link, reveal } = useIssued<NewLink>(LOST_LINK);
  const [hasCopied, setHasCopied] = useState(false);
  const action = useSecretAction(async () => {
    const { token, ...invitation } = await create();
    // The token is in the fragment, which browsers don't send.
    const secret = new Secret(`${window.location.origin}/welcome#${token}`);
    reveal({ ...invitation, secret });
    await queryClient.invalidateQueries({ queryKey: changes });
  });
  const isKept = link === null || link.isMailed || hasCopied;
  useLeaveWarning(action.isRunning || !isKept);
  useLeftByHistory(link?.secret, LOST_LINK, isKept);

  const onDone = () => {
    link?.secret.wipe();
    onClose();
  };
  const shown = link && (
    <LinkReveal link={link} onCopied={() => setHasCopied(true)} onDone={onDone} />
  );
  return { shown, action };
}

type InviteProps = {
  invite: (email: string) => Promise<Invitation>;
  /** The key of the lists that change. */
  changes: QueryKey;
  description?: string;
  /** Further fields. */
  children?: ReactNode;
  onClose: () => void;
};

/** Invites a person by email address, then shows the link. */
export function InviteForm({ invite, changes, description, children, onClose }: InviteProps) {
  const [email, setEmail] = useState("");
  const { shown, action } = useNewLink(() => invite(email.trim()), changes, onClose);
  const { failure, issues } = action;
  const isTaken = failure?.code === "conflict" && failure.details.field === "email";

  if (shown) return shown;
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
        description={description}
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={issues.email ?? (isTaken && failure.message)}
        maxLength={254}
        data-autofocus
      />
      {children}
    </ActionForm>
  );
}

type LinkProps = {
  create: () => Promise<Invitation>;
  changes: QueryKey;
  /** The person has not accepted the invitation yet. */
  isInvited: boolean;
  onClose: () => void;
};

/** Creates a new one-time link for a person: a new invite, or a password reset. */
export function LinkForm({ create, changes, isInvited, onClose }: LinkProps) {
  const { shown, action } = useNewLink(create, changes, onClose);
  if (shown) return shown;
  return (
    <ConfirmBody
      confirm={isInvited ? "Create invite link" : "Create reset link"}
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run()}
    >
      {isInvited
        ? "This invalidates the previous link."
        : "The link lets them set a new password and signs them out everywhere. Their current password works until then. Two-factor authentication stays on."}
    </ConfirmBody>
  );
}
