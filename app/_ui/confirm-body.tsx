"use client";

import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Failure } from "@/app/_trpc/failure";
import { DialogFooter } from "./dialog-footer";
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
      <DialogFooter
        confirm={props.confirm}
        isRunning={props.isRunning}
        isDestructive={props.isDestructive}
        onCancel={props.onCancel}
        onConfirm={props.onConfirm}
        isCancelFirst
      />
    </Stack>
  );
}
