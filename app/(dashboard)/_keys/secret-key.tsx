import { Text } from "@mantine/core";
import type { Secret } from "@/app/_ui/auth/secret";
import { SecretBox } from "@/app/_ui/auth/secret-box";

/** The plaintext of a new key of either type, which can't be shown again. */
export function SecretKey({ secret, onCopied }: { secret: Secret; onCopied: () => void }) {
  return (
    <div>
      <Text size="sm" mb="sm">
        Copy this key now and store it securely. You won&apos;t be able to see it again.
      </Text>
      <SecretBox secret={secret} label="Copy key" onCopied={onCopied} isFirst />
    </div>
  );
}
