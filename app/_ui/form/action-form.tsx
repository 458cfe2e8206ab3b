import { Stack } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import type { ActionState } from "@/app/_trpc/use-action";
import { DialogFooter } from "@/app/_ui/dialog/dialog-footer";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { Form } from "./form";
import { useKeptDraft } from "./kept-drafts";

type Props = {
  children: ReactNode;
  action: ActionState;
  confirm: string;
  onSubmit: () => void;
  onCancel: () => void;
  isDestructive?: boolean;
  isDisabled?: boolean;
  isProof?: boolean;
  /** A message that replaces the failure. */
  notice?: ReactNode;
  /** A field already shows the failure. Failures with field messages are never repeated. */
  isFailureShown?: boolean;
};

/** The form of a dialog: fields, any failure that no field shows, and the two buttons. */
export function ActionForm({
  children,
  action,
  onSubmit,
  notice,
  isFailureShown = false,
  ...footer
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { isRunning, failure, issues } = action;
  const isShown = isFailureShown || Object.keys(issues).length > 0;
  useKeptDraft(form);
  return (
    <Form ref={form} isRunning={isRunning} onSubmit={onSubmit}>
      <Stack gap="lg">
        {children}
        <DialogFooter
          {...footer}
          notice={notice ?? <FailureAlert failure={isShown ? null : failure} />}
          isRunning={isRunning}
        />
      </Stack>
    </Form>
  );
}
