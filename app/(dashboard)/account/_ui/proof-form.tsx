import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { renewing } from "@/app/_trpc/session-end";
import { useSecretAction } from "@/app/_trpc/use-action";
import { CodeInput, RecoveryCodeInput } from "@/app/_ui/auth/code-input";
import { CurrentPassword } from "@/app/_ui/auth/current-password";
import { useNewCodes } from "@/app/_ui/auth/recovery-codes";
import { useLeaveWarning } from "@/app/_ui/dialog/use-leave-warning";
import { ActionForm } from "@/app/_ui/form/action-form";

type Props = {
  task: "renew" | "disable";
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

const LABELS = {
  renew: {
    about: "Your existing recovery codes will stop working.",
    confirm: "Generate new codes",
  },
  disable: {
    about: "You'll only need your password to sign in. Your recovery codes will stop working.",
    confirm: "Disable",
  },
} as const;

/** Asks for the password and a code before the second factor is changed. */
export function ProofForm({ task, onDone, onClose }: Props) {
  const client = useTRPCClient();
  const [current, setCurrent] = useState("");
  const [code, setCode] = useState("");
  const [isRecovery, setIsRecovery] = useState(false);
  const make = useNewCodes(onDone);
  const action = useSecretAction(async () => {
    const proof = { current, code };
    if (task === "renew") return make(() => client.security.renewRecoveryCodes.mutate(proof));
    await renewing("two-factor-lost", () => client.security.disableSecondFactor.mutate(proof));
    onDone([]);
  });
  useLeaveWarning(task === "renew" && action.isRunning);
  const Input = isRecovery ? RecoveryCodeInput : CodeInput;
  return (
    <ActionForm
      action={action}
      confirm={LABELS[task].confirm}
      isDestructive={task === "disable"}
      isDisabled={current === "" || code.trim().length < 6}
      onSubmit={() => action.run()}
      onCancel={onClose}
    >
      <Text size="sm">{LABELS[task].about}</Text>
      <CurrentPassword
        value={current}
        onChange={setCurrent}
        error={action.issues.current}
        isFirst
      />
      <Input value={code} onChange={setCode} error={action.issues.code} />
      <div>
        <Button variant="subtle" size="compact-sm" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? "Use the authenticator app" : "Use a recovery code"}
        </Button>
      </div>
    </ActionForm>
  );
}
