import { Button, Group, Stack } from "@mantine/core";
import { useRef, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { renewing } from "@/app/_trpc/session-end";
import { useSecretAction } from "@/app/_trpc/use-action";
import { CurrentPassword } from "@/app/_ui/auth/current-password";
import { NewPassword } from "@/app/_ui/auth/new-password";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { toast } from "@/app/_ui/feedback/toast";
import { Form } from "@/app/_ui/form/form";

export function PasswordForm({ minLength }: { minLength: number }) {
  const client = useTRPCClient();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [tooShort, setTooShort] = useState(false);
  const currentInput = useRef<HTMLInputElement>(null);
  const action = useSecretAction(async () => {
    await renewing("password-lost", () => client.session.changePassword.mutate({ current, next }));
    setCurrent("");
    setNext("");
    currentInput.current?.focus();
    toast({ title: "Password updated", message: "All other devices are signed out." });
  });
  const { issues } = action;

  function submit() {
    setTooShort(next.length < minLength);
    if (next.length >= minLength) action.run();
  }

  return (
    <Form isRunning={action.isRunning} onSubmit={submit}>
      <Stack gap="md" maw={400}>
        <CurrentPassword
          ref={currentInput}
          value={current}
          onChange={setCurrent}
          error={issues.current}
        />
        <NewPassword
          label="New password"
          minLength={minLength}
          value={next}
          onChange={setNext}
          error={tooShort ? `At least ${minLength} characters.` : issues.next}
        />
        {Object.keys(issues).length === 0 && <FailureAlert failure={action.failure} />}
        <Group>
          <Button type="submit" loading={action.isRunning}>
            Change password
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
