import { Stack, Text, Title } from "@mantine/core";
import type { Metadata } from "next";
import { FrontPage } from "@/app/_ui/layout/front-page";
import { TextLink } from "@/app/_ui/layout/text-link";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <FrontPage>
      <Stack gap="sm">
        <Title order={1}>Page not found</Title>
        <Text size="sm" c="dimmed">
          The page may have been moved or deleted.
        </Text>
        <TextLink href="/" size="sm">
          Go to dashboard
        </TextLink>
      </Stack>
    </FrontPage>
  );
}
