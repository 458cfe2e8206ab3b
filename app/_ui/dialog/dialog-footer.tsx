"use client";

import { Button, Group } from "@mantine/core";
import classes from "./dialog-footer.module.css";

type Props = {
  confirm: string;
  isRunning: boolean;
  onCancel: () => void;
  /** If omitted, the button submits its form. */
  onConfirm?: () => void;
  isDestructive?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** Which button has the focus. */
  first?: "cancel" | "confirm";
};

/** The buttons of a dialog. They stay visible while the content scrolls. */
export function DialogFooter({ confirm, isRunning, onCancel, onConfirm, first, ...props }: Props) {
  return (
    <Group justify="flex-end" gap="sm" className={classes.footer}>
      <Button
        variant="default"
        onClick={onCancel}
        disabled={isRunning}
        data-autofocus={first === "cancel" || undefined}
      >
        Cancel
      </Button>
      <Button
        type={onConfirm ? "button" : "submit"}
        color={props.isDestructive ? "red" : undefined}
        loading={isRunning}
        disabled={props.isDisabled}
        onClick={onConfirm}
        data-autofocus={first === "confirm" || undefined}
      >
        {confirm}
      </Button>
    </Group>
  );
}
