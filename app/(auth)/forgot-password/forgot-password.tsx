"use client";

import { Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { useSecretAction } from "@/app/_trpc/use-action";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { Form } from "@/app/_ui/form/form";
import { useHydrated } from "@/app/_ui/format/use-now";
import { Support } from "@/app/_ui/layout/support";
import { TextLink } from "@/app/_ui/layout/text-link";

/** Asks for an email address, and says the same whether or not it has an account. */
export function ForgotPassword({ hasMail }: { hasMail: boolean }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (!hasMail) return <AskSomebody />;
  if (sentTo !== null) return <CheckInbox email={sentTo} />;
  return <EmailForm onSent={setSentTo} />;
}

function EmailForm({ onSent }: { onSent: (email: string) => void }) {
  const client = useTRPCClient();
  const isHydrated = useHydrated();
  const [email, setEmail] = useState("");
  const action = useSecretAction(async () => {
    await client.session.requestReset.mutate({ email: email.trim() });
    onSent(email.trim());
  });
  const issue = action.issues.email;

  function submit() {
    if (email.trim() !== "") action.run();
  }

  return (
    <Form isRunning={action.isRunning} onSubmit={submit}>
      <Title order={1}>Reset your password</Title>
      <Text size="sm" c="dimmed" mt={4}>
        Enter the email of your account. We&apos;ll send you a link to choose a new password.
      </Text>
      <Stack mt="lg" gap="md">
        {!issue && <FailureAlert failure={action.failure} />}
        <TextInput
          label="Email"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={issue}
          autoComplete="username"
          autoFocus
          maxLength={254}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={action.isRunning}
          disabled={!isHydrated || email.trim() === ""}
        >
          Send reset link
        </Button>
        <TextLink href="/sign-in">Back to sign in</TextLink>
      </Stack>
    </Form>
  );
}

function CheckInbox({ email }: { email: string }) {
  return (
    <Stack role="status">
      <Title order={1}>Check your email</Title>
      <Text size="sm">
        If {email} has an account, we&apos;ve sent a link to it. The link works once and expires in
        one hour.
      </Text>
      <Text size="sm" c="dimmed">
        No message? Check your spam folder, or ask a team owner or <Support>support</Support> for a
        link.
      </Text>
      <TextLink href="/sign-in">Back to sign in</TextLink>
    </Stack>
  );
}

function AskSomebody() {
  return (
    <Stack>
      <Title order={1}>Reset your password</Title>
      <Text size="sm">
        Ask a team owner or <Support>the platform team</Support> for a reset link.
      </Text>
      <TextLink href="/sign-in">Back to sign in</TextLink>
    </Stack>
  );
}
