import { Stack, Text, Title } from "@mantine/core";
import type { Metadata } from "next";
import { FrontPage } from "@/app/_ui/layout/front-page";
import { TextLink } from "@/app/_ui/layout/text-link";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <FrontPage>
      <Stack gap="sm">
        <Title order={1}>There is no such page</Title>
        <Text size="sm" c="dimmed">
          The address is mistyped, or what it led to is gone.
        </Text>
        <TextLink href="/" size="sm">
          Go to the dashboard
        </TextLink>
      </Stack>
    </FrontPage>
  );
}
