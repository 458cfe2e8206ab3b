import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type Action, useSecretCreation } from "@/app/_trpc/use-action";
import { type RouterName, useRefresh } from "@/app/_trpc/use-refresh";
import type { Secret } from "@/app/_ui/auth/secret";
import { CopyButton } from "@/app/_ui/form/copy-button";
import { IconAlertTriangle } from "@/app/_ui/icons/icons";
import { rescueFocus } from "./rescue-focus";
import { useShown } from "./subject-dialog";
import { type LostTexts, useIssued, useLeftByHistory } from "./use-issued";
import { useLeaveWarning } from "./use-leave-warning";

type Creation<Input, Issued> = {
  /** Both create a secret, from the input or as the successor of the one with this ID. */
  create: (input: Input, idempotencyKey: string) => Promise<Issued>;
  rotate: (id: string, idempotencyKey: string) => Promise<Issued>;
  lost: LostTexts;
  /** Fetched again when there is a new secret. */
  routers: readonly RouterName[];
  onCreated?: (() => void) | undefined;
};

type Actions<Input> = { create: Action<Input>; rotate: Action<string> };

type Props<Task, Input, Issued> = Creation<Input, Issued> & {
  /** The subject of the dialog; null while it is closed. */
  task: Task | null;
  title: (task: Task) => string;
  titleOfSecret: string;
  size?: number;
  /** The form that creates the secret, or the one that rotates it. */
  form: (task: Task, actions: Actions<Input>, close: () => void) => ReactNode;
  reveal: (issued: Issued, task: Task, onCopied: () => void) => ReactNode;
  onClose: () => void;
};

/**
 * A form that creates or rotates a secret, then the secret, which can't be shown again. One dialog,
 * so that the focus is restored correctly.
 */
export function SecretDialog<Task, Input, Issued extends { secret: Secret }>(
  props: Props<Task, Input, Issued>,
) {
  const { task, lost, onClose } = props;
  const shown = useShown(task);
  const { issued, create, rotate, forget: forgetIssued } = useCreation(props);
  const isRunning = create.isRunning || rotate.isRunning;
  const [isWarned, setIsWarned] = useState(false);
  const [hasCopied, setHasCopied] = useState(false);
  const secret = issued?.secret;
  useLeaveWarning(task !== null && (isRunning || (issued !== null && !hasCopied)));
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
    forgetIssued();
    create.reset();
    rotate.reset();
    setIsWarned(false);
    setHasCopied(false);
    rescueFocus();
  }

  const onCopied = () => setHasCopied(true);
  return (
    <Modal
      opened={task !== null}
      onClose={tryToClose}
      onExitTransitionEnd={forget}
      closeOnClickOutside={!issued}
      size={props.size ?? 560}
      title={issued ? props.titleOfSecret : shown && props.title(shown)}
    >
      {!issued && shown && props.form(shown, { create, rotate }, close)}
      {issued && shown && (
        <Stack gap="lg">
          {props.reveal(issued, shown, onCopied)}
          {isWarned && !hasCopied ? (
            <NotCopied secret={issued.secret} {...lost} onCopied={onCopied} onClose={close} />
          ) : (
            <Group justify="flex-end">
              {isWarned && (
                <Text size="sm" c="dimmed" role="status">
                  Copied
                </Text>
              )}
              {/* It replaces the warning, and the button there that may have had the focus. */}
              <Button variant="default" onClick={tryToClose} autoFocus={isWarned}>
                Done
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Modal>
  );
}

/** Puts the secret from the response straight into its box and into no cache. */
function useCreation<Input, Issued extends { secret: Secret }>(props: Creation<Input, Issued>) {
  const refresh = useRefresh(...props.routers);
  const { issued, reveal, forget } = useIssued<Issued>(props.lost);
  const create = useSecretCreation(async (input: Input, idempotencyKey) => {
    reveal(await props.create(input, idempotencyKey));
    void refresh();
    props.onCreated?.();
  });
  const rotate = useSecretCreation(async (id: string, idempotencyKey) => {
    reveal(await props.rotate(id, idempotencyKey));
    void refresh();
  });
  return { issued, create, rotate, forget };
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
