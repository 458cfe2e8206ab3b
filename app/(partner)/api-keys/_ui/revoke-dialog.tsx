"use client";

import { Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { FailureAlert } from "@/app/_ui/failure-alert";
import { KeyCode } from "@/app/_ui/key-code";
import { RelativeTime } from "@/app/_ui/relative-time";
import { rescueFocus } from "@/app/_ui/rescue-focus";
import { revokeChoices } from "./revoke-choices";

type Props = { doomed: ApiKey | null; onClose: () => void };

export function RevokeDialog({ doomed, onClose }: Props) {
  const [shown, setShown] = useState(doomed);
  if (doomed && doomed !== shown) setShown(doomed);
  return (
    <Modal
      opened={doomed !== null}
      onClose={onClose}
      onExitTransitionEnd={rescueFocus}
      title={`Revoke “${shown?.label ?? ""}”`}
      size={480}
    >
      {shown && <RevokeForm key={shown.id} doomed={shown} onClose={onClose} />}
    </Modal>
  );
}

function RevokeForm({ doomed, onClose }: { doomed: ApiKey; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const choices = revokeChoices(doomed, Date.now());
  const [after, setAfter] = useState<(typeof choices)[number]["value"]>("now");
  const isNow = after === "now";
  const action = useAction(
    trpc.keys.revoke.mutationOptions({
      onSuccess: async (key) => {
        await queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
        notifications.show({
          title: isNow ? `“${key.label}” is revoked` : `“${key.label}” is retiring`,
          message: isNow ? "Requests with it are refused from now on." : "It works until its time.",
        });
        onClose();
      },
    }),
  );
  const chosen = choices.find((choice) => choice.value === after);
  return (
    <Stack gap="lg">
      <Text size="sm">
        Whatever uses <KeyCode of={doomed} /> is refused with 401 from{" "}
        {isNow ? "its next request" : "that time"} on. A revoked key never comes back.
      </Text>
      <LastUse doomed={doomed} />
      <Radio.Group label="When" value={after} onChange={(value) => setAfter(value as typeof after)}>
        <Stack gap="xs" mt={8}>
          {choices.map((choice, index) => (
            <Radio
              key={choice.value}
              value={choice.value}
              label={choice.label}
              data-autofocus={index === 0 || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      <FailureAlert failure={action.failure} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} disabled={action.isRunning}>
          Cancel
        </Button>
        <Button
          color="red"
          loading={action.isRunning}
          onClick={() => action.run({ keyId: doomed.id, after })}
        >
          {isNow ? "Revoke now" : `Revoke ${chosen?.label.toLowerCase()}`}
        </Button>
      </Group>
    </Stack>
  );
}

function LastUse({ doomed }: { doomed: ApiKey }) {
  if (!doomed.lastUsedAt) {
    return <Text size="sm">It was never used.</Text>;
  }
  return (
    <Text size="sm">
      Last used{" "}
      <strong>
        <RelativeTime at={doomed.lastUsedAt} />
      </strong>
      {doomed.lastUsedAddress && ` from ${doomed.lastUsedAddress}`}.
    </Text>
  );
}
