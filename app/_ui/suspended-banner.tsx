import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

/** What a suspended partner can and cannot do, and why, where the operators said so. */
export function SuspendedBanner({ reason }: { reason: string | null }) {
  return (
    <Alert
      color="brass"
      variant="light"
      mb="xl"
      radius="lg"
      title="This account is suspended"
      icon={<IconAlertTriangle aria-hidden />}
    >
      {reason && (
        <Text size="sm" fw={600} mb={4}>
          {reason}
        </Text>
      )}
      New keys, rotation and every other change are closed, and so are the API's writing endpoints.
      Reading still works, and you can still revoke keys. Ask the platform's operators to reactivate
      the account.
    </Alert>
  );
}
