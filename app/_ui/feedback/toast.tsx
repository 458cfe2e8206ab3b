import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";

const UNDO_MS = 12_000;

type Toast = {
  title: string;
  message: string;
  /** Reverses the action. Pass it only where the action can really be reversed. */
  onUndo?: () => void;
  /** Until the user closes it. */
  stays?: boolean;
};

/** Shows a notification about a completed action. */
export function toast({ title, message, onUndo, stays }: Toast): void {
  if (!onUndo) {
    notifications.show({ title, message, ...(stays && { autoClose: false }) });
    return;
  }
  const id = notifications.show({
    title,
    autoClose: UNDO_MS,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Text span inherit>
          {message}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
