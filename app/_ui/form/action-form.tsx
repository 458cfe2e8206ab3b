"use client";

import { Stack } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ActionState } from "@/app/_trpc/use-action";
import { DialogFooter } from "@/app/_ui/dialog/dialog-footer";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { useKeptDraft } from "./kept-drafts";

type Props = {
  children: ReactNode;
  action: ActionState;
  confirm: string;
  onSubmit: () => void;
  onCancel: () => void;
  isDestructive?: boolean;
  isDisabled?: boolean;
  /** A message that replaces the failure. */
  notice?: ReactNode;
  /** A field already shows the failure. Failures with field messages are never repeated. */
  isFailureShown?: boolean;
};

/**
 * The form of a dialog: fields, any failure that no field shows, and the two buttons. When a field
 * shows an error after a submit, whether the form or the server found it, the first one has the focus.
 */
export function ActionForm({
  children,
  action,
  onSubmit,
  notice,
  isFailureShown = false,
  ...footer
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [submits, setSubmits] = useState(0);
  const { isRunning, failure, issues } = action;
  const isShown = isFailureShown || Object.keys(issues).length > 0;
  useKeptDraft(form);
  useEffect(() => {
    if (submits === 0 || isRunning) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    // Nothing scrolls to a field that had the focus before.
    field?.scrollIntoView({ block: "nearest" });
  }, [submits, isRunning]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        setSubmits(submits + 1);
      }}
    >
      <Stack gap="lg">
        {children}
        <DialogFooter
          {...footer}
          notice={notice ?? <FailureAlert failure={isShown ? null : failure} />}
          isRunning={isRunning}
        />
      </Stack>
    </form>
  );
}
