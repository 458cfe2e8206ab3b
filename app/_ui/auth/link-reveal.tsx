import { Button, Group, Stack, Text } from "@mantine/core";
import type { Invitation } from "@/app/_trpc/types";
import { CopyButton } from "@/app/_ui/form/copy-button";
import { RelativeTime } from "@/app/_ui/format/moment";
import classes from "./link-reveal.module.css";
import type { Secret } from "./secret";
import { SecretText } from "./secret-box";

export type NewLink = Omit<Invitation, "token"> & { secret: Secret };

/** Shows the one-time link, once. */
export function LinkReveal(props: { link: NewLink; onCopied: () => void; onDone: () => void }) {
  const { link, onCopied, onDone } = props;
  const { email, secret, expiresAt, isMailed } = link;
  const read = () => secret.read();
  return (
    <Stack gap="lg">
      <Text size="sm">
        {isMailed
          ? `We're sending this link to ${email}. You can also copy it.`
          : `Send this link to ${email} yourself. It isn't sent by email.`}{" "}
        Anyone with this link can set the password once. Expires <RelativeTime at={expiresAt} />.
      </Text>
      <SecretText as="code" read={read} onCopy={onCopied} className={classes.link} />
      <Group justify="space-between" gap="sm">
        <CopyButton
          label="Copy link"
          variant="filled"
          size="sm"
          read={read}
          onCopied={onCopied}
          isFirst
        />
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
