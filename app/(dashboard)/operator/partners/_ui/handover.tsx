import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { Secret } from "@/app/_ui/auth/secret";
import { SecretBox } from "@/app/_ui/auth/secret-box";
import { IconAlertTriangle } from "@/app/_ui/icons/icons";
import { partnerPath } from "@/app/_ui/layout/pages";
import { TextLink } from "@/app/_ui/layout/text-link";

/** A new partner with the secrets to pass on to its team. */
export type HandedOver = {
  partner: { code: string; name: string };
  ownerEmail: string | null;
  link: Secret | null;
  /** Whether the link is also sent by email. */
  isMailed: boolean;
  key: Secret | null;
};

type Props = {
  of: HandedOver;
  /** The user tried to close the dialog before copying everything. */
  isWarned: boolean;
  onCopied: (secret: Secret) => void;
  onDone: () => void;
};

/** Shows the owner's one-time link and the first key. They can't be shown again. */
export function Handover({ of: { partner, ownerEmail, link, isMailed, key }, ...props }: Props) {
  const { isWarned, onCopied, onDone } = props;
  return (
    <Stack gap="lg">
      {(link || key) && (
        <Text size="sm">
          You won&apos;t be able to see this again.
          {link && isMailed
            ? key && " Share the key through a secure channel."
            : " Share it through a secure channel."}
        </Text>
      )}
      {link && (
        <div>
          <Text size="sm" fw={500} mb={6}>
            Sign-up link for {ownerEmail}
          </Text>
          <SecretBox secret={link} label="Copy link" onCopied={() => onCopied(link)} isFirst />
          <Text size="xs" c="dimmed" mt={6}>
            {isMailed && `We're sending this link to ${ownerEmail}. You can also copy it. `}
            Single use. Expires in 7 days.
          </Text>
        </div>
      )}
      {key && (
        <div>
          <Text size="sm" fw={500} mb={6}>
            First API key
          </Text>
          <SecretBox secret={key} label="Copy key" onCopied={() => onCopied(key)} isFirst={!link} />
        </div>
      )}
      {!link && (
        <Text size="sm">
          This partner has no users yet.{" "}
          <TextLink href={partnerPath(partner.code, "/settings/team")} size="sm">
            Invite an owner
          </TextLink>
        </Text>
      )}
      {isWarned && <NotCopied />}
      <Group justify="space-between">
        <TextLink href={partnerPath(partner.code, "/overview")} size="sm">
          Open {partner.name}
        </TextLink>
        <Button variant="default" onClick={onDone}>
          {isWarned ? "Close" : "Done"}
        </Button>
      </Group>
    </Stack>
  );
}

function NotCopied() {
  return (
    <Alert
      role="alert"
      color="brass"
      title="Close without copying?"
      icon={<IconAlertTriangle aria-hidden />}
    >
      You won&apos;t be able to see this again. You&apos;d have to create a new link or key.
    </Alert>
  );
}
