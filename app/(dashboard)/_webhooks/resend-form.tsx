import { Group, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { WebhookEndpoint } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { ActionForm } from "@/app/_ui/form/action-form";
import { MomentInput } from "@/app/_ui/form/moment-input";
import { useFormats } from "@/app/_ui/format/locale";
import { DELIVERY_DAYS } from "@/server/core/webhooks/limits";
import { useOwner } from "./use-owner";

/** Resends failed or all deliveries of a period. */
export function ResendForm({ of, onClose }: { of: WebhookEndpoint; onClose: () => void }) {
  const trpc = useTRPC();
  const { partner } = useOwner();
  const { number } = useFormats();
  const [which, setWhich] = useState<"failed" | "all">("failed");
  const [from, setFrom] = useState<Date | null>(null);
  const [to, setTo] = useState<Date | null>(null);
  const changed = useChanged(onClose, "webhooks");
  const action = useAction(
    trpc.webhooks.resendMany.mutationOptions({
      onSuccess: ({ count }) =>
        count === 0
          ? changed("Nothing to resend", "No deliveries match.")
          : changed(
              count === 1 ? "Resending 1 delivery" : `Resending ${number(count)} deliveries`,
              "Each keeps its webhook-id, so your server can recognize it.",
            ),
    }),
  );
  const isReversed = from !== null && to !== null && from >= to;
  return (
    <ActionForm
      action={action}
      confirm="Resend"
      isDisabled={isReversed}
      onSubmit={() =>
        action.run({
          partner,
          endpointId: of.id,
          which,
          ...(from && { from: from.toISOString() }),
          ...(to && { to: to.toISOString() }),
        })
      }
      onCancel={onClose}
    >
      <Radio.Group
        label="Deliveries"
        size="md"
        value={which}
        onChange={(next) => setWhich(next === "all" ? next : "failed")}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="failed" label="Failed deliveries" data-autofocus />
          <Radio
            value="all"
            label="All deliveries"
            description="Also those that succeeded, for example after your server lost data."
          />
        </Stack>
      </Radio.Group>
      <div>
        <Text fw={500} mb={4}>
          Period
        </Text>
        <Group gap="sm" align="flex-start">
          <MomentInput label="From" value={from} onChange={setFrom} error={action.issues.from} />
          <MomentInput
            label="To"
            value={to}
            onChange={setTo}
            error={isReversed ? "End must be after start." : action.issues.to}
          />
        </Group>
        <Text size="xs" c="dimmed" mt={6}>
          Optional. Deliveries are kept for {DELIVERY_DAYS} days.
        </Text>
      </div>
    </ActionForm>
  );
}
