"use client";

import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import type { Invitation, Operator } from "@/app/_trpc/types";
import { LinkReveal } from "@/app/_ui/auth/link-reveal";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { ActionForm } from "@/app/_ui/form/action-form";
import { useOperatorAction } from "./use-operator-action";

/** Invites an operator, then shows the link. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const client = useTRPCClient();
  const [email, setEmail] = useState("");
  const [made, setMade] = useState<Invitation | null>(null);
  const action = useOperatorAction(async () => {
    setMade(await client.operators.invite.mutate({ email: email.trim() }));
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
        description="Operators can view every partner and manage the whole platform."
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={issues.email ?? (isTaken && failure.message)}
        maxLength={254}
        autoComplete="off"
        data-autofocus
      />
    </ActionForm>
  );
}

type Props = { operator: Operator; onClose: () => void };

/** Creates a new one-time link for an operator: a new invite, or a password reset. */
export function LinkForm({ operator, onClose }: Props) {
  const client = useTRPCClient();
  const [made, setMade] = useState<Invitation | null>(null);
  const isInvited = operator.status === "invited";
  const action = useOperatorAction(async () => {
    setMade(await client.operators.relink.mutate({ userId: operator.id }));
  });
  if (made) return <LinkReveal invitation={made} onDone={onClose} />;
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
