"use client";

import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import type { FormEvent } from "react";
import type { EndReason } from "@/app/_ui/auth/safe-path";
import { useHydrated } from "@/app/_ui/format/use-now";
import { Support } from "@/app/_ui/layout/support";
import { TextLink } from "@/app/_ui/layout/text-link";
import { CodeForm } from "./code-form";
import { duration, SignInAlerts } from "./sign-in-alerts";
import { asked, type SigningIn, useFieldToCorrect, useSignIn } from "./use-sign-in";

type Props = {
  /** The origin of NEXTAUTH_URL; null if it is not set. */
  siteOrigin: string | null;
  /** Whether a reset link can be sent by mail. */
  hasMail: boolean;
};

export function SignInForm({ siteOrigin, hasMail }: Props) {
  const signingIn = useSignIn();
  const isHydrated = useHydrated();
  const isElsewhere = isHydrated && siteOrigin !== null && window.location.origin !== siteOrigin;
  if (isElsewhere) return <WrongAddress origin={window.location.origin} siteOrigin={siteOrigin} />;
  if (signingIn.isAtCode) return <CodeForm signingIn={signingIn} />;
  return <PasswordForm signingIn={signingIn} hasMail={hasMail} />;
}

/**
 * Replaces the form on another origin, where sign-in can't work: cookies and procedures belong to
 * NEXTAUTH_URL.
 */
function WrongAddress({ origin, siteOrigin }: { origin: string; siteOrigin: string }) {
  return (
    <Stack gap="md" role="alert">
      <Title order={1}>Sign in at a different address</Title>
      <Text size="sm">
        You opened {origin}, but this server&apos;s address (NEXTAUTH_URL) is {siteOrigin}.
      </Text>
      <Button component="a" href={`${siteOrigin}/sign-in`} size="md" fullWidth>
        Go to {new URL(siteOrigin).host}
      </Button>
      <Text size="xs" c="dimmed">
        If that address is wrong, the operator of this server needs to change NEXTAUTH_URL.
      </Text>
    </Stack>
  );
}

type FormProps = { signingIn: SigningIn; hasMail: boolean };

/** Why the user was led here, by the `reason` in the query. */
const TEXTS: Record<EndReason, string> = {
  expired: "Your session expired. Sign in to continue.",
  "signed-out":
    "You signed out in another tab. Anything you hadn't saved in this one was discarded.",
  "password-lost":
    "The connection was lost while your password was being changed. If the old one doesn't work, sign in with the new one.",
  "two-factor-lost":
    "The connection was lost while two-factor authentication was being changed. After signing in, check your account page and generate new recovery codes.",
};

const REASONS = new Map<string | null, string>(Object.entries(TEXTS));

function PasswordForm({ signingIn, hasMail }: FormProps) {
  const { error, secondsLeft, hadToWait } = signingIn;
  const isHydrated = useHydrated();
  const reason = isHydrated && REASONS.get(asked("reason"));
  const password = useFieldToCorrect(signingIn);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void signingIn.withPassword({
      email: String(form.get("email")).trim(),
      password: String(form.get("password")),
    });
  }

  return (
    <form onSubmit={submit} method="post">
      <Title order={1}>Sign in</Title>
      <Text size="sm" c="dimmed" mt={4}>
        Enter your email and password.
      </Text>
      <Stack mt="lg" gap="md">
        {reason && !error && !hadToWait && (
          <Alert color="ink" role="status">
            {reason}
          </Alert>
        )}
        <SignInAlerts signingIn={signingIn} />
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
          ref={password}
          name="password"
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={signingIn.isBusy}
          disabled={secondsLeft > 0 || !isHydrated}
        >
          {secondsLeft > 0 ? `Try again in ${duration(secondsLeft)}` : "Sign in"}
        </Button>
      </Stack>
      {hasMail ? (
        <Text size="sm" mt="lg">
          <TextLink href="/forgot-password">Forgot password?</TextLink>
        </Text>
      ) : (
        <Text size="xs" c="dimmed" mt="lg">
          Forgot your password? Ask a team owner or <Support>the platform team</Support> for a reset
          link.
        </Text>
      )}
    </form>
  );
}
