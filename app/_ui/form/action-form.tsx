"use client";

import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { ActionState } from "@/app/_trpc/use-action";
import { DialogFooter } from "@/app/_ui/dialog/dialog-footer";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";

type Props = {
  children: ReactNode;
  action: ActionState;
  confirm: string;
  onSubmit: () => void;
  onCancel: () => void;
  isDestructive?: boolean;
  isDisabled?: boolean;
  /** A field already shows the failure. Failures with field messages are never repeated. */
  isFailureShown?: boolean;
};

/** The form of a dialog: fields, any failure that no field shows, and the two buttons. */
export function ActionForm({
  children,
  action,
  onSubmit,
  isFailureShown = false,
  ...footer
}: Props) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="lg">
        {children}
        {!isFailureShown && Object.keys(action.issues).length === 0 && (
          <FailureAlert failure={action.failure} />
        )}
        <DialogFooter {...footer} isRunning={action.isRunning} />
      </Stack>
    </form>
  );
}
