"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { ApiKey } from "@/app/_trpc/types";
import type { Secret } from "@/app/_ui/auth/secret";
import { SecretBox, SecretText } from "@/app/_ui/auth/secret-box";
import { CopyButton } from "@/app/_ui/form/copy-button";
import { IconAlertTriangle } from "@/app/_ui/icons/icons";
import { KeyCode } from "@/app/_ui/table/cells";
import { FirstCall } from "./first-call";
import classes from "./reveal.module.css";

type Props = {
  keyId: string;
  secret: Secret;
  /** Set after a rotation. */
  oldKey: ApiKey | null;
  /** The user tried to close the dialog before copying the key. */
  isWarned: boolean;
  onCopied: () => void;
  onDone: () => void;
  onClose: () => void;
};

/** Shows the plaintext of a new key. It can't be shown again. */
export function Reveal(props: Props) {
  const { secret, oldKey, onCopied } = props;
  const curl = () =>
    `curl -H "Authorization: Bearer ${secret.read()}" ${window.location.origin}/api/v1/reseller/me`;
  return (
    <Stack gap="lg">
      <div>
        <Text size="sm" mb="sm">
          Copy this key now and store it securely. You won&apos;t be able to see it again.
        </Text>
        <SecretBox secret={secret} label="Copy key" onCopied={onCopied} isFirst />
      </div>
      <div>
        <Group justify="space-between" mb={6}>
          <Text size="sm" fw={500}>
            Try it
          </Text>
          <CopyButton label="Copy curl" variant="subtle" read={curl} onCopied={onCopied} />
        </Group>
        <SecretText as="pre" read={curl} onCopy={onCopied} className={classes.curl} />
        <FirstCall keyId={props.keyId} />
      </div>
      {oldKey && (
        <Text size="sm" c="dimmed">
          The old key <KeyCode of={oldKey} /> keeps working until you revoke it.
        </Text>
      )}
      {props.isWarned ? (
        <NotCopied secret={secret} onCopied={onCopied} onClose={props.onClose} />
      ) : (
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onDone}>
            Done
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function NotCopied(props: Pick<Props, "secret" | "onCopied" | "onClose">) {
  return (
    <Alert
      role="alert"
      color="brass"
      variant="light"
      title="Close without copying?"
      icon={<IconAlertTriangle aria-hidden />}
    >
      You won&apos;t be able to see this key again. If you lose it, you&apos;ll need to create a new
      one.
      <Group mt="md" gap="sm">
        <CopyButton
          label="Copy key"
          variant="filled"
          size="xs"
          read={() => props.secret.read()}
          onCopied={props.onCopied}
          isFirst
        />
        <Button size="xs" variant="default" onClick={props.onClose}>
          Close
        </Button>
      </Group>
    </Alert>
  );
}
