"use client";

import { Button, Group } from "@mantine/core";
import classes from "./dialog-footer.module.css";

type Props = {
  confirm: string;
  isRunning: boolean;
  onCancel: () => void;
  /** Without it the button submits the form that it stands in. */
  onConfirm?: () => void;
  isDestructive?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** Which of the two has the focus. */
  first?: "cancel" | "confirm";
};

/** The buttons at the foot of a dialog. They stay in view where its content scrolls. */
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
