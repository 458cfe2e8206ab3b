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
          Creates a new key with the name, scopes, limit, IP addresses and expiration of{" "}
          <KeyCode of={oldKey} />. Your existing key keeps working:
        </Text>
        <List size="sm" mt="sm" spacing={6}>
          <List.Item>You&apos;ll see the new key once, in the next step.</List.Item>
          <List.Item>Both keys work while you update your integration.</List.Item>
          <List.Item>When the old key stops receiving traffic, revoke it.</List.Item>
        </List>
      </div>
      <DialogFooter
        notice={<FailureAlert failure={action.failure} />}
        confirm="Rotate key"
        first="confirm"
        isRunning={action.isRunning}
        onCancel={onCancel}
        onConfirm={() => action.run(oldKey.id)}
      />
    </Stack>
  );
}
