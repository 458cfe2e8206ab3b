import { Button, Group, Stack, Text } from "@mantine/core";
import type { Invitation } from "@/app/_trpc/types";
import { CopyButton } from "@/app/_ui/form/copy-button";
import { RelativeTime } from "@/app/_ui/format/moment";
import classes from "./link-reveal.module.css";

/** Shows the one-time link, once. Its token is in the fragment, which browsers don't send. */
export function LinkReveal(props: { invitation: Invitation; onDone: () => void }) {
  const { email, token, expiresAt, isMailed } = props.invitation;
  const link = `${window.location.origin}/welcome#${token}`;
  return (
    <Stack gap="lg">
      <Text size="sm">
        {isMailed
          ? `We're sending this link to ${email}. You can also copy it.`
          : `Send this link to ${email} yourself. It isn't sent by email.`}{" "}
        Anyone with this link can set the password once. Expires <RelativeTime at={expiresAt} />.
      </Text>
      <code className={classes.link}>{link}</code>
      <Group justify="space-between" gap="sm">
        <CopyButton label="Copy link" variant="filled" size="sm" read={() => link} isFirst />
        <Button variant="default" onClick={props.onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
