"use client";

import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { signInWith } from "@/app/_ui/sign-in-with";
import { useCountdown } from "@/app/_ui/use-countdown";
import { useHydrated } from "@/app/_ui/use-hydrated";

const SAID = {
  wrong: "Wrong email address or password.",
  unreachable: "Latchkey cannot be reached. Check your connection and try again.",
} as const;

type Props = {
  /** The checked path to go to. */
  target: string;
  hasExpired: boolean;
};

export function SignInForm({ target, hasExpired }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<keyof typeof SAID | null>(null);
  const [secondsLeft, startCountdown] = useCountdown();
  const isUnderWay = useRef(false);
  const isHydrated = useHydrated();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isUnderWay.current || secondsLeft > 0) return;
    const form = new FormData(event.currentTarget);
    isUnderWay.current = true;
    setIsBusy(true);
    setError(null);
    const outcome = await signInWith({
      email: String(form.get("email")).trim(),
      password: String(form.get("password")),
    });
    // A whole new page, so that nothing of an earlier session is left in memory.
    if (outcome.kind === "in") return window.location.assign(target);
    if (outcome.kind === "wait") startCountdown(outcome.seconds);
    else setError(outcome.kind);
    setIsBusy(false);
    isUnderWay.current = false;
  }

  return (
    <form onSubmit={(event) => void submit(event)} method="post">
      <Title order={1}>Sign in</Title>
      <Text size="sm" c="dimmed" mt={4}>
        To your partner account or the operators' console.
      </Text>
      <Stack mt="lg" gap="md">
        {hasExpired && !error && secondsLeft === 0 && (
          <Alert variant="light" color="ink" role="status">
            Your session has ended. Sign in to go on where you were.
          </Alert>
        )}
        {error && (
          <Alert variant="light" color="red" role="alert">
            {SAID[error]}
          </Alert>
        )}
        {secondsLeft > 0 && (
          <Alert variant="light" color="brass" role="alert" title="Too many failed attempts">
            {/* The seconds are not read out one by one. */}
            <span aria-live="off">Try again in {duration(secondsLeft)}.</span>
          </Alert>
        )}
        <TextInput
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          maxLength={254}
        />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          maxLength={256}
          visibilityToggleButtonProps={{ "aria-label": "Show what is typed", tabIndex: 0 }}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={isBusy}
          disabled={secondsLeft > 0 || !isHydrated}
        >
          {secondsLeft > 0 ? `Wait ${duration(secondsLeft)}` : "Sign in"}
        </Button>
      </Stack>
      <Text size="xs" c="dimmed" mt="lg">
        Lost your password? Ask for a reset link: a partner's people ask the platform's operators,
        and nobody is ever sent a password.
      </Text>
    </form>
  );
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
