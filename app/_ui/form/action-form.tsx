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
  /** A field says already why it failed; what the failure says of fields is never said twice. */
  isSaid?: boolean;
};

/** The form of a dialog: its fields, why it failed where none of them says so, and the two ways on. */
export function ActionForm({ children, action, onSubmit, isSaid = false, ...footer }: Props) {
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
        {!isSaid && Object.keys(action.issues).length === 0 && (
          <FailureAlert failure={action.failure} />
        )}
        <DialogFooter {...footer} isRunning={action.isRunning} />
      </Stack>
    </form>
  );
}
