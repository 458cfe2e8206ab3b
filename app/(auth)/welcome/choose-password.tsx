import { Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { useRef, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { useSecretAction } from "@/app/_trpc/use-action";
import { NewPassword } from "@/app/_ui/auth/new-password";
import { signInWith } from "@/app/_ui/auth/sign-in-with";
import { endSession } from "@/app/_ui/auth/use-sign-out";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { Form } from "@/app/_ui/form/form";
import { TextLink } from "@/app/_ui/layout/text-link";
import { WithoutLink } from "./without-link";

type Props = { token: string; email: string; isNew: boolean; minLength: number };

type Redeemed = { isSure: true } | { isSure: false; error: unknown };

/**
 * Uses the link up. If the response to an earlier attempt was lost, the link may have been used by that
 * attempt, and the password be set: signing in with it shows.
 */
function useRedeem() {
  const client = useTRPCClient();
  const wasLost = useRef(false);
  return async (input: { token: string; password: string }): Promise<Redeemed> => {
    try {
      await client.session.redeemLink.mutate(input);
      return { isSure: true };
    } catch (error) {
      const { code, mayPass } = failureOf(error);
      if (code === "not_found" && wasLost.current) return { isSure: false, error };
      wasLost.current ||= mayPass;
      throw error;
    }
  };
}

export function ChoosePassword({ token, email, isNew, minLength }: Props) {
  const [password, setPassword] = useState("");
  const [isSet, setIsSet] = useState(false);
  const [tooShort, setTooShort] = useState(false);
  const redeem = useRedeem();
  const action = useSecretAction(async () => {
    const redeemed = await redeem({ token, password });
    const outcome = await signInWith({ email, password });
    if (!redeemed.isSure && outcome.kind !== "in" && outcome.kind !== "code") throw redeemed.error;
    setPassword("");
    if (outcome.kind === "in") return window.location.assign("/");
    // The session of another user would lead from the sign-in page to that user's pages.
    await endSession().catch(() => undefined);
    setIsSet(true);
  }, failureOf);

  function submit() {
    setTooShort(password.length < minLength);
    if (password.length >= minLength) action.run();
  }

  if (isSet) return <SignInNow />;
  const issue = action.issues.password;
  return (
    <Form isRunning={action.isRunning} onSubmit={submit}>
      <Title order={1}>{isNew ? "Welcome to Latchkey" : "Choose a new password"}</Title>
      <Text size="sm" c="dimmed" mt={4}>
        {isNew
          ? "Set a password to finish creating your account."
          : "You'll be signed out of all devices."}
      </Text>
      <Stack mt="lg" gap="md">
        <TextInput label="Email" type="email" value={email} readOnly autoComplete="username" />
        <NewPassword
          label="Password"
          minLength={minLength}
          value={password}
          onChange={setPassword}
          error={tooShort ? `At least ${minLength} characters.` : issue}
          autoFocus
        />
        {!issue && <FailureAlert failure={action.failure} />}
        {/* Used in another tab, or expired while the form was open. */}
        {action.failure?.code === "not_found" && <WithoutLink />}
        <Button type="submit" size="md" fullWidth loading={action.isRunning}>
          Set password and sign in
        </Button>
      </Stack>
    </Form>
  );
}

function SignInNow() {
  return (
    <Stack role="status">
      <Title order={1}>Password set</Title>
      <TextLink href="/sign-in">Continue to sign in</TextLink>
    </Stack>
  );
}
