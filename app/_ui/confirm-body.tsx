"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Failure } from "@/app/_trpc/failure";
import { FailureAlert } from "./failure-alert";

type Props = {
  /** What will happen, in full sentences. */
  children: ReactNode;
  /** What has to be said with it. */
  input?: ReactNode;
  confirm: string;
  isDestructive: boolean;
  isRunning: boolean;
  failure: Failure | null;
  onCancel: () => void;
  onConfirm: () => void;
};

/** What stands in a dialog that asks before something is done. */
export function ConfirmBody(props: Props) {
  return (
    <Stack gap="lg">
      <Text size="sm">{props.children}</Text>
      {props.input}
      <FailureAlert failure={props.failure} />
      <Group justify="flex-end" gap="sm">
        {/* The harmless way out has the focus. */}
        <Button
          variant="default"
          onClick={props.onCancel}
          disabled={props.isRunning}
          data-autofocus
        >
          Cancel
        </Button>
        <Button
          color={props.isDestructive ? "red" : undefined}
          loading={props.isRunning}
          onClick={props.onConfirm}
        >
          {props.confirm}
        </Button>
      </Group>
    </Stack>
  );
}
