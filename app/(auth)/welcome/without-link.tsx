import { Text } from "@mantine/core";
import { TextLink } from "@/app/_ui/layout/text-link";

/** The way on from a one-time link that can't be used. */
export function WithoutLink() {
  return (
    <Text size="sm" c="dimmed">
      Links expire and can only be used once. Already set a password?{" "}
      <TextLink href="/sign-in">Sign in</TextLink> or{" "}
      <TextLink href="/forgot-password">reset it</TextLink>. Otherwise, ask for a new link.
    </Text>
  );
}
