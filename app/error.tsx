"use client";

import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { FrontPage } from "@/app/_ui/layout/front-page";

type Props = { error: Error & { digest?: string } };

/** Replaces a page that failed. The server's log has the error under the reference. */
export default function PageError({ error }: Props) {
  return (
    <FrontPage>
      <Stack gap="sm" role="alert">
        <Title order={1}>Something went wrong</Title>
        <Text size="sm" c="dimmed">
          Please try again. If the problem persists, contact support.
          {error.digest && ` Error reference: ${error.digest}`}
        </Text>
        <Group mt="xs">
          {/* Reloads the whole page, because the failure may have been on the server. */}
          <Button onClick={() => window.location.reload()}>Try again</Button>
        </Group>
      </Stack>
    </FrontPage>
  );
}
