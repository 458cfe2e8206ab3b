"use client";

import { List, Stack, Text } from "@mantine/core";
import type { ApiKey } from "@/app/_trpc/types";
import type { Action } from "@/app/_trpc/use-action";
import { DialogFooter } from "@/app/_ui/dialog/dialog-footer";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { KeyCode } from "@/app/_ui/table/cells";

type Props = { oldKey: ApiKey; action: Action<string>; onCancel: () => void };

export function RotateForm({ oldKey, action, onCancel }: Props) {
  return (
    <Stack gap="lg">
      <div>
        <Text size="sm">
          Makes a successor of <KeyCode of={oldKey} /> with the same label, scopes, limit and
          expiry. Nothing stops working:
        </Text>
        <List size="sm" mt="sm" spacing={6}>
          <List.Item>The new key is shown once, in the next step.</List.Item>
          <List.Item>Both keys are valid while you switch your integration over.</List.Item>
          <List.Item>
            The list shows which of the two is still in use. Then revoke the old one.
          </List.Item>
        </List>
      </div>
      <FailureAlert failure={action.failure} />
      <DialogFooter
        confirm="Rotate key"
        first="confirm"
        isRunning={action.isRunning}
        onCancel={onCancel}
        onConfirm={() => action.run(oldKey.id)}
      />
    </Stack>
  );
}
