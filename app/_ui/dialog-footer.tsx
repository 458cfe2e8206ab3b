"use client";

import { Button, Group } from "@mantine/core";

type Props = {
  confirm: string;
  isRunning: boolean;
  onCancel: () => void;
  /** Without it the button submits the form that it stands in. */
  onConfirm?: () => void;
  isDestructive?: boolean;
  /** The harmless way out has the focus. */
  isCancelFirst?: boolean;
};

/** The foot of a dialog: the way out, and what it is about. */
export function DialogFooter({ confirm, isRunning, onCancel, onConfirm, ...props }: Props) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button
        variant="default"
        onClick={onCancel}
        disabled={isRunning}
        data-autofocus={props.isCancelFirst || undefined}
      >
        Cancel
      </Button>
      <Button
        type={onConfirm ? "button" : "submit"}
        color={props.isDestructive ? "red" : undefined}
        loading={isRunning}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </Group>
  );
}
