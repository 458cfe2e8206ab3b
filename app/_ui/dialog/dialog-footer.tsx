import { Button, Group, Text } from "@mantine/core";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { challenges } from "@/app/_trpc/reauthentication";
import { useDialogBusy } from "./busy";
import classes from "./dialog-footer.module.css";

type Props = {
  /** A message about the action, such as its failure. It stays visible, too. */
  notice?: ReactNode;
  confirm: string;
  isRunning: boolean;
  onCancel: () => void;
  /** If omitted, the button submits its form. */
  onConfirm?: () => void;
  isDestructive?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** The dialog is "Confirm it's you" itself. */
  isProof?: boolean | undefined;
  /** Which button has the focus. */
  first?: "cancel" | "confirm";
};

const SLOW_MS = 4_000;

/** The buttons of a dialog. They stay visible while the content scrolls. */
export function DialogFooter({ confirm, isRunning, onCancel, onConfirm, first, ...props }: Props) {
  const isAsked =
    useSyncExternalStore(challenges.subscribe, challenges.current, () => null) !== null;
  // While the user is asked to confirm their identity, the actions of other dialogs wait for the user.
  const isSlow = useIsSlow(isRunning && (!isAsked || props.isProof === true));
  useDialogBusy(isRunning);
  // "Cancel" beside "Cancel transfer" could mean both.
  const dismiss = confirm.startsWith("Cancel ") ? confirm.replace("Cancel", "Keep") : "Cancel";
  return (
    <Group justify="flex-end" gap="sm" className={classes.footer}>
      <div className={classes.notice}>{props.notice}</div>
      {isSlow && (
        <Text size="xs" c="dimmed" w="100%" ta="right" role="status">
          This is taking longer than usual.
          {props.isDestructive && " It is confirmed once every server applies it."}
        </Text>
      )}
      <Button
        variant="default"
        onClick={onCancel}
        disabled={isRunning}
        data-autofocus={first === "cancel" || undefined}
      >
        {dismiss}
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

/**
 * Whether the action runs for longer than usual. One that takes access away may, while Redis is
 * away: it ends when no server can use what it has cached (docs/decisions/0004-epochs.md).
 */
function useIsSlow(isRunning: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isRunning]);
  return isSlow;
}
