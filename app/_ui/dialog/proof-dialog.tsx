import { Button, Modal, Text } from "@mantine/core";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { useSecretAction } from "@/app/_trpc/use-action";
import { CodeInput } from "@/app/_ui/auth/code-input";
import { CurrentPassword } from "@/app/_ui/auth/current-password";
import { ActionForm } from "@/app/_ui/form/action-form";

type Props = { takesCode: boolean; settle: (isProven: boolean) => void };

/** The dialog of a challenge; calls `settle` with whether the user confirmed. */
export function ProofDialog({ isOpen, ...form }: Props & { isOpen: boolean }) {
  return (
    <Modal
      opened={isOpen}
      onClose={() => form.settle(false)}
      closeOnEscape={false}
      title="Confirm it's you"
      size={440}
      zIndex={250}
    >
      <ProofForm {...form} />
    </Modal>
  );
}

function ProofForm({ takesCode, settle }: Props) {
  const client = useTRPCClient();
  const [isCode, setIsCode] = useState(takesCode);
  const [value, setValue] = useState("");
  // Confirming twice does no harm.
  const action = useSecretAction(async () => {
    const proof = isCode ? { code: value } : { current: value };
    await client.session.reauthenticate.mutate(proof);
    settle(true);
  }, failureOf);

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
      isProof
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
