import { Alert, Group } from "@mantine/core";
import type { WebhookEndpoint } from "@/app/_trpc/types";
import { WriteButton } from "@/app/_ui/form/write-button";
import { DateTime, RelativeTime } from "@/app/_ui/format/moment";
import { DAY_MS } from "@/app/_ui/format/time";
import { useNow } from "@/app/_ui/format/use-now";
import { IconAlertTriangle } from "@/app/_ui/icons/icons";
import { FAILING_DAYS, WARNING_DAYS } from "@/server/core/webhooks/limits";
import { DISABLED_REASONS } from "./endpoint-status";
import { useOwner } from "./use-owner";

const [WARNED_DAYS, URGENT_DAYS] = WARNING_DAYS;

type Props = { of: WebhookEndpoint; onEnable: () => void };

/** Warns of an endpoint that is failing, and explains why one is disabled. */
export function EndpointAlert({ of: endpoint, onEnable }: Props) {
  const nowMs = useNow();
  const { manage, isTerminated } = useOwner();
  const { status, disabledReason, disabledAt, failingSince } = endpoint;
  if (status === "disabled" && disabledAt && disabledReason) {
    return (
      <Alert
        color={disabledReason === "manual" ? "gray" : "red"}
        radius="lg"
        mb="lg"
        role="note"
        title="This endpoint is disabled"
        icon={<IconAlertTriangle aria-hidden />}
      >
        It has received no events since <DateTime at={disabledAt} />:{" "}
        {DISABLED_REASONS[disabledReason]}.{" "}
        {isTerminated
          ? "It can't be enabled again because the account is terminated."
          : "When you enable it, you can send what it missed."}
        {manage !== "hidden" && (
          <Group mt="md">
            <WriteButton access={manage} size="xs" onClick={onEnable}>
              Enable endpoint
            </WriteButton>
          </Group>
        )}
      </Alert>
    );
  }
  if (failingSince === null) return null;
  const sinceMs = Date.parse(failingSince);
  const days = (nowMs - sinceMs) / DAY_MS;
  if (days < WARNED_DAYS) return null;
  return (
    <Alert
      color={days < URGENT_DAYS ? "brass" : "red"}
      radius="lg"
      mb="lg"
      role="note"
      title="Deliveries to this endpoint are failing"
      icon={<IconAlertTriangle aria-hidden />}
    >
      No delivery has succeeded since the first failure, <RelativeTime at={failingSince} />. The
      endpoint will be disabled on{" "}
      <DateTime at={new Date(sinceMs + FAILING_DAYS * DAY_MS).toISOString()} /> unless a delivery
      succeeds.
    </Alert>
  );
}
