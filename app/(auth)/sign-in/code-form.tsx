import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { CodeInput, RecoveryCodeInput } from "@/app/_ui/auth/code-input";
import { duration, SignInAlerts } from "./sign-in-alerts";
import { type SigningIn, useFieldToCorrect } from "./use-sign-in";

/** The second step of sign-in: a code of the authenticator app, or a recovery code. */
export function CodeForm({ signingIn }: { signingIn: SigningIn }) {
  const [code, setCode] = useState("");
  const [isRecovery, setIsRecovery] = useState(false);
  const field = useFieldToCorrect(signingIn);
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
      <Title order={1}>Two-factor authentication</Title>
      <Text size="sm" c="dimmed" mt={4}>
        {isRecovery
          ? "Enter one of your recovery codes."
          : "Enter the code from your authenticator app."}
      </Text>
      <Stack mt="lg" gap="md">
        <SignInAlerts signingIn={signingIn} />
        <Input key={String(isRecovery)} ref={field} value={code} onChange={setCode} autoFocus />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={signingIn.isBusy}
          disabled={secondsLeft > 0}
        >
          {secondsLeft > 0 ? `Try again in ${duration(secondsLeft)}` : "Confirm"}
        </Button>
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" size="compact-sm" onClick={change}>
            {isRecovery ? "Use the authenticator app" : "Use a recovery code"}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={signingIn.startAgain}>
            Back to sign in
          </Button>
        </Group>
      </Stack>
      <Text size="xs" c="dimmed" mt="lg">
        Lost your device and recovery codes? Ask a team owner to reset your two-factor
        authentication. Operators use the CLI.
      </Text>
    </form>
  );
}
