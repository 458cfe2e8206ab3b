import { TextInput } from "@mantine/core";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Invitation } from "@/app/_trpc/types";
import { useSecretAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { ActionForm } from "@/app/_ui/form/action-form";
import { LinkReveal } from "./link-reveal";

/** Creates a one-time link, which goes into no cache, and refetches the lists under `changes`. */
function useNewLink(create: () => Promise<Invitation>, changes: QueryKey) {
  const queryClient = useQueryClient();
  const [link, setLink] = useState<Invitation | null>(null);
  const action = useSecretAction(async () => {
    setLink(await create());
    await queryClient.invalidateQueries({ queryKey: changes });
  });
  return { link, action };
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
  const { link, action } = useNewLink(() => invite(email.trim()), changes);
  const { failure, issues } = action;
  const isTaken = failure?.code === "conflict" && failure.details.field === "email";

  if (link) return <LinkReveal invitation={link} onDone={onClose} />;
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
  const { link, action } = useNewLink(create, changes);
  if (link) return <LinkReveal invitation={link} onDone={onClose} />;
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
