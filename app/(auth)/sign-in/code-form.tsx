"use client";

import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { CodeInput, RecoveryCodeInput } from "@/app/_ui/auth/code-input";
import { duration, SignInAlerts } from "./sign-in-alerts";
import type { SigningIn } from "./use-sign-in";

/** The second step of sign-in: a code of the authenticator app, or a recovery code. */
export function CodeForm({ signingIn }: { signingIn: SigningIn }) {
  const [code, setCode] = useState("");
  const [isRecovery, setIsRecovery] = useState(false);
  const { secondsLeft } = signingIn;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() === "") return;
    void signingIn.withCode(code);
    setCode("");
  }

  function change() {
    setIsRecovery(!isRecovery);
    setCode("");
  }

  const Input = isRecovery ? RecoveryCodeInput : CodeInput;
  return (
    <form onSubmit={submit} noValidate>
      <Title order={1}>Your second factor</Title>
      <Text size="sm" c="dimmed" mt={4}>
        The password is right. One more step.
      </Text>
      <Stack mt="lg" gap="md">
        <SignInAlerts signingIn={signingIn} />
        <Input key={String(isRecovery)} value={code} onChange={setCode} autoFocus />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={signingIn.isBusy}
          disabled={secondsLeft > 0}
        >
          {secondsLeft > 0 ? `Wait ${duration(secondsLeft)}` : "Confirm"}
        </Button>
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" size="compact-sm" onClick={change}>
            {isRecovery ? "Use the authenticator app" : "Use a recovery code"}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={signingIn.startAgain}>
            Start again
          </Button>
        </Group>
      </Stack>
      <Text size="xs" c="dimmed" mt="lg">
        Lost both? An owner of your team can turn your second factor off; an operator's is turned
        off on the platform's command line.
      </Text>
    </form>
  );
}
