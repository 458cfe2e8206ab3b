"use client";

import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import { issuesOf } from "@/app/_trpc/failure";
import { useAction } from "@/app/_trpc/use-action";
import { FailureAlert } from "@/app/_ui/failure-alert";
import { NewPassword } from "@/app/_ui/new-password";

export function PasswordForm({ minLength }: { minLength: number }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { data: me } = useSuspenseQuery(trpc.session.whoAmI.queryOptions());
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [tooShort, setTooShort] = useState(false);
  const currentInput = useRef<HTMLInputElement>(null);

  // What a mutation is given stays in its cache: this one is given nothing.
  const action = useAction({
    gcTime: 0,
    mutationFn: async () => {
      await client.session.changePassword.mutate({ current, next });
      setCurrent("");
      setNext("");
      currentInput.current?.focus();
      notifications.show({
        title: "Your password is changed",
        message: "All other devices are signed out.",
      });
    },
  });
  const issues = action.failure ? issuesOf(action.failure) : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    setTooShort(next.length < minLength);
    if (next.length >= minLength) action.run(undefined);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={400}>
        {/* Password managers look for the account that the password belongs to. */}
        <input type="email" hidden readOnly autoComplete="username" value={me.user.email} />
        <PasswordInput
          ref={currentInput}
          label="Current password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={issues.current}
          maxLength={256}
          visibilityToggleButtonProps={{
            "aria-label": "Show what is typed",
            tabIndex: 0,
          }}
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
    </form>
  );
}
