import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { PayoutDetailsVersion } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { actorName } from "@/app/_ui/format/actor-name";
import { DateTime } from "@/app/_ui/format/moment";
import { IconClock } from "@/app/_ui/icons/icons";
import { DetailsFacts } from "./details-facts";

type Props = {
  of: PayoutDetailsVersion;
  /** Nothing is used until then. */
  isFirst: boolean;
  onCancel: () => void;
};

/** The change that waits, and since when it is used. */
export function PendingNotice({ of, isFirst, onCancel }: Props) {
  const mayCancel = useAccess("payout_details.canceled") !== "hidden";
  return (
    <Alert
      role="status"
      color="brass"
      icon={<IconClock size={18} aria-hidden />}
      title={
        <>
          Used for transfers from <DateTime at={of.effectiveAt} />
        </>
      }
    >
      <Stack gap="md">
        <Text size="sm">
          Changed by {actorName(of.createdBy)}.{" "}
          {isFirst
            ? "No transfers are sent until then."
            : "Until then, transfers are sent to the current details."}
        </Text>
        <DetailsFacts of={of} />
        {mayCancel && (
          <Group>
            <Button variant="default" size="xs" onClick={onCancel}>
              Cancel change
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
