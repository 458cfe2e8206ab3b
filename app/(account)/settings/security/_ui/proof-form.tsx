"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { issuesOf } from "@/app/_trpc/failure";
import { useAction } from "@/app/_trpc/use-action";
import { FailureAlert } from "@/app/_ui/failure-alert";
import { CodeInput, RecoveryCodeInput } from "@/app/_ui/second-factor/code-input";
import { CurrentPassword } from "@/app/_ui/second-factor/current-password";

type Props = {
  task: "renew" | "disable";
  email: string;
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

const SAID = {
  renew: { about: "The codes that you have now stop working.", confirm: "Make new codes" },
  disable: {
    about: "The app and your recovery codes stop working for this account.",
    confirm: "Turn off",
  },
} as const;

/** Asks for the password and a code before the second factor is touched. */
export function ProofForm({ task, email, onDone, onClose }: Props) {
  const client = useTRPCClient();
  const [current, setCurrent] = useState("");
  const [code, setCode] = useState("");
  const [isRecovery, setIsRecovery] = useState(false);
  // What a mutation is given or returns stays in its cache: this one has neither.
  const action = useAction<void, Error, undefined>({
    gcTime: 0,
    mutationFn: async () => {
      if (task === "renew") {
        const { recoveryCodes } = await client.security.renewRecoveryCodes.mutate({
          current,
          code,
        });
        return onDone(recoveryCodes);
      }
      await client.security.disableSecondFactor.mutate({ current, code });
      onDone([]);
    },
  });
  const issues = action.failure ? issuesOf(action.failure) : {};
  const Input = isRecovery ? RecoveryCodeInput : CodeInput;

  function submit(event: FormEvent) {
    event.preventDefault();
    action.run(undefined);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{SAID[task].about}</Text>
        <CurrentPassword
          email={email}
          value={current}
          onChange={setCurrent}
          error={issues.current}
          isFirst
        />
        <Input value={code} onChange={setCode} error={issues.code} />
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => setIsRecovery(!isRecovery)}>
            {isRecovery ? "Use the authenticator app" : "Use a recovery code"}
          </Button>
        </div>
        {Object.keys(issues).length === 0 && <FailureAlert failure={action.failure} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={action.isRunning}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={task === "disable" ? "red" : undefined}
            loading={action.isRunning}
            disabled={current === "" || code.trim().length < 6}
          >
            {SAID[task].confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
