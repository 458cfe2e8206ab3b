import { Group, Text } from "@mantine/core";
import type { ApiKey } from "@/app/_trpc/types";
import type { Secret } from "@/app/_ui/auth/secret";
import { SecretText } from "@/app/_ui/auth/secret-box";
import { CopyButton } from "@/app/_ui/form/copy-button";
import code from "@/app/_ui/layout/code-block.module.css";
import { KeyCode } from "@/app/_ui/table/cells";
import { SecretKey } from "@/app/(dashboard)/_keys/secret-key";
import { FirstCall } from "./first-call";

type Props = {
  keyId: string;
  secret: Secret;
  /** Set after a rotation. */
  oldKey: ApiKey | null;
  onCopied: () => void;
};

/** Shows the plaintext of a new key. It can't be shown again. */
export function Reveal({ keyId, secret, oldKey, onCopied }: Props) {
  const curl = () =>
    `curl -H "Authorization: Bearer ${secret.read()}" ${window.location.origin}/api/v1/reseller/me`;
  return (
    <>
      <SecretKey secret={secret} onCopied={onCopied} />
      <div>
        <Group justify="space-between" mb={6}>
          <Text size="sm" fw={500}>
            Try it
          </Text>
          <CopyButton label="Copy curl" variant="subtle" read={curl} onCopied={onCopied} />
        </Group>
        <SecretText as="pre" read={curl} onCopy={onCopied} className={code.code} />
        <FirstCall keyId={keyId} />
      </div>
      {oldKey && (
        <Text size="sm" c="dimmed">
          The old key <KeyCode of={oldKey} /> keeps working until you revoke it.
        </Text>
      )}
    </>
  );
}
