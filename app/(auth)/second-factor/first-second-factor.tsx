"use client";

import { Button, Stack, Text, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { SetUp } from "@/app/_ui/second-factor/set-up";
import { useSignOut } from "@/app/_ui/use-sign-out";

/** Setting up the second factor that an operator cannot do without. */
export function FirstSecondFactor({ target }: { target: string }) {
  const trpc = useTRPC();
  const { data: me } = useSuspenseQuery(trpc.session.whoAmI.queryOptions());
  const [signOut, isLeaving] = useSignOut();
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Set up your second factor</Title>
        <Text size="sm" c="dimmed" mt={4}>
          Whoever runs the platform signs in with a password and a code. You are signed in as{" "}
          {me.user.email}.
        </Text>
      </div>
      {/* A whole new page: what it may see has changed. */}
      <SetUp email={me.user.email} onDone={() => window.location.assign(target)} />
      <Button variant="subtle" size="compact-sm" onClick={signOut} loading={isLeaving}>
        Sign out
      </Button>
    </Stack>
  );
}
