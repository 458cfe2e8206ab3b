"use client";

import { Button, Modal, Text } from "@mantine/core";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { challenges } from "@/app/_trpc/reauthentication";
import { useSecretAction } from "@/app/_trpc/use-action";
import { ActionForm } from "./action-form";
import { CodeInput } from "./second-factor/code-input";
import { CurrentPassword } from "./second-factor/current-password";
import { useShown } from "./use-shown";

/**
 * Asks for a code or the password where an action needs a recent one. It opens above the dialog of the
 * action, which goes on afterwards. Mount it before all other dialogs: see closeOnEscape().
 */
export function ReauthenticationDialog() {
  const challenge = useSyncExternalStore(challenges.subscribe, challenges.current, () => null);
  const shown = useShown(challenge);
  useEffect(closeOnEscape, []);
  return (
    <Modal
      opened={challenge !== null}
      onClose={() => challenge?.settle(false)}
      closeOnEscape={false}
      title="Confirm that it's you"
      size={440}
      zIndex={250}
    >
      {shown && <ProofForm takesCode={shown.takesCode} settle={shown.settle} />}
    </Modal>
  );
}

/** Mantine's dialogs all close at one press of Escape: this listener is first, and stops the others. */
function closeOnEscape(): () => void {
  const cancel = (event: KeyboardEvent) => {
    const challenge = challenges.current();
    if (!challenge || event.key !== "Escape" || event.isComposing) return;
    event.stopImmediatePropagation();
    challenge.settle(false);
  };
  window.addEventListener("keydown", cancel, { capture: true });
  return () => window.removeEventListener("keydown", cancel, { capture: true });
}

type Props = { takesCode: boolean; settle: (isProven: boolean) => void };

function ProofForm({ takesCode, settle }: Props) {
  const client = useTRPCClient();
  const [isCode, setIsCode] = useState(takesCode);
  const [value, setValue] = useState("");
  const action = useSecretAction(async () => {
    const proof = isCode ? { code: value } : { current: value };
    await client.session.reauthenticate.mutate(proof);
    settle(true);
  });

  function change() {
    setIsCode(!isCode);
    setValue("");
    action.reset();
  }

  const field = { value, onChange: setValue };
  return (
    <ActionForm
      action={action}
      confirm="Confirm"
      isDisabled={isCode ? value.trim().length < 6 : value === ""}
      onSubmit={() => action.run()}
      onCancel={() => settle(false)}
    >
      <Text size="sm">
        Enter {isCode ? "a code" : "your password"} to continue. You won&apos;t be asked again for
        15 minutes.
      </Text>
      {isCode ? (
        <CodeInput {...field} error={action.issues.code} autoFocus />
      ) : (
        <CurrentPassword {...field} error={action.issues.current} isFirst />
      )}
      {takesCode && (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={change}>
            {isCode ? "Use your password" : "Use a code"}
          </Button>
        </div>
      )}
    </ActionForm>
  );
}
