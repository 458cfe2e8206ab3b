import { Alert, Button, Group, Modal, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Action } from "@/app/_trpc/use-action";
import type { Secret } from "@/app/_ui/auth/secret";
import { CopyButton } from "@/app/_ui/form/copy-button";
import { IconAlertTriangle } from "@/app/_ui/icons/icons";
import { rescueFocus } from "./rescue-focus";
import { type LostTexts, useLeftByHistory } from "./use-issued";
import { useLeaveWarning } from "./use-leave-warning";

type Props<Issued> = {
  isOpen: boolean;
  title: string;
  size?: number;
  /** The new secret; null until it was created. */
  issued: Issued | null;
  /** Those that create it. */
  actions: readonly Pick<Action<void>, "isRunning" | "reset">[];
  onClose: () => void;
  /** Called when the dialog has closed. */
  onForget: () => void;
  lost: LostTexts;
  /** The form that creates the secret. */
  form: (close: () => void) => ReactNode;
  reveal: (issued: Issued, onCopied: () => void) => ReactNode;
};

/**
 * A form that creates a secret, then the secret, which can't be shown again. One dialog, so that
 * the focus is restored correctly.
 */
export function SecretDialog<Issued extends { secret: Secret }>(props: Props<Issued>) {
  const { issued, actions, lost, onClose, onForget } = props;
  const isRunning = actions.some((action) => action.isRunning);
  const [isWarned, setIsWarned] = useState(false);
  const [hasCopied, setHasCopied] = useState(false);
  const secret = issued?.secret;
  useLeaveWarning(props.isOpen && (isRunning || (issued !== null && !hasCopied)));
  useLeftByHistory(secret, lost, hasCopied);

  function close() {
    secret?.wipe();
    onClose();
  }

  function tryToClose() {
    if (isRunning) return;
    if (issued && !hasCopied && !isWarned) setIsWarned(true);
    else close();
  }

  function forget() {
    onForget();
    for (const action of actions) action.reset();
    setIsWarned(false);
    setHasCopied(false);
    rescueFocus();
  }

  const onCopied = () => setHasCopied(true);
  return (
    <Modal
      opened={props.isOpen}
      onClose={tryToClose}
      onExitTransitionEnd={forget}
      closeOnClickOutside={!issued}
      size={props.size ?? 560}
      title={props.title}
    >
      {!issued && props.form(close)}
      {issued && (
        <Stack gap="lg">
          {props.reveal(issued, onCopied)}
          {isWarned ? (
            <NotCopied secret={issued.secret} {...lost} onCopied={onCopied} onClose={close} />
          ) : (
            <Group justify="flex-end">
              <Button variant="default" onClick={tryToClose}>
                Done
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Modal>
  );
}

type NotCopiedProps = Pick<LostTexts, "copy" | "warning"> & {
  secret: Secret;
  onCopied: () => void;
  onClose: () => void;
};

function NotCopied({ secret, copy, warning, onCopied, onClose }: NotCopiedProps) {
  return (
    <Alert
      role="alert"
      color="brass"
      title="Close without copying?"
      icon={<IconAlertTriangle aria-hidden />}
    >
      {warning}
      <Group mt="md" gap="sm">
        <CopyButton
          label={copy}
          variant="filled"
          size="xs"
          read={() => secret.read()}
          onCopied={onCopied}
          isFirst
        />
        <Button size="xs" variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Alert>
  );
}
