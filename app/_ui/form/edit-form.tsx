"use client";

import type { ReactNode } from "react";
import type { ActionState } from "@/app/_trpc/use-action";
import { ActionForm } from "./action-form";
import { useDraft } from "./use-draft";

type Props<Values> = {
  /** The saved state, which the form starts with. */
  current: Values;
  action: ActionState;
  confirm: string | ((values: Values) => string);
  onSubmit: (values: Values) => void;
  onCancel: () => void;
  /** A field already shows the failure. */
  isFailureShown?: boolean;
  /** Changed, but not ready to be submitted. */
  isBlocked?: (values: Values) => boolean;
  children: (values: Values, change: (part: Partial<Values>) => void) => ReactNode;
};

/**
 * The form of a dialog that edits something. It holds the draft itself, so every such dialog starts
 * with the saved state and can't be submitted unchanged. Forms that create something use
 * `ActionForm`.
 */
export function EditForm<Values extends object>(props: Props<Values>) {
  const { current, confirm, onSubmit, isBlocked, children, ...form } = props;
  const { values, change, isChanged } = useDraft(current);
  const isReady = isChanged && !isBlocked?.(values);
  return (
    <ActionForm
      {...form}
      confirm={typeof confirm === "string" ? confirm : confirm(values)}
      isDisabled={!isReady}
      onSubmit={() => isReady && onSubmit(values)}
    >
      {children(values, change)}
    </ActionForm>
  );
}
