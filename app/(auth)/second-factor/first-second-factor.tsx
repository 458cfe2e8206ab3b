"use client";

import { Button, Stack, Text, Title } from "@mantine/core";
import { useMe } from "@/app/_trpc/use-me";
import { withFragment } from "@/app/_ui/auth/safe-path";
import { SetUp } from "@/app/_ui/auth/set-up";
import { useSignOut } from "@/app/_ui/auth/use-sign-out";

/** Sets up the second factor that operators must have. */
export function FirstSecondFactor({ target }: { target: string }) {
  const { email } = useMe().user;
  const [signOut, isLeaving] = useSignOut();
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Set up two-factor authentication</Title>
        <Text size="sm" c="dimmed" mt={4}>
          Operators must use two-factor authentication. Signed in as {email}.
        </Text>
      </div>
      {/* A full page load, because the user's permissions have changed. */}
      <SetUp onDone={() => window.location.assign(withFragment(target, window.location.hash))} />
      <Button variant="subtle" size="compact-sm" onClick={signOut} loading={isLeaving}>
        Sign out
      </Button>
    </Stack>
  );
}
