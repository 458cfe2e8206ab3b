import { type ReactNode, useState } from "react";
import type { ActionState } from "@/app/_trpc/use-action";
import { ActionForm } from "./action-form";
import { ConflictNotice } from "./conflict-notice";
import { type Draft, useDraft } from "./use-draft";

type Props<Saved, Values> = {
  /** The saved fields that the form edits, as the page shows them. */
  saved: Saved;
  /** The values with which the form starts. */
  valuesOf: (saved: Saved) => Values;
  action: ActionState;
  confirm: string | ((values: Values, saved: Saved) => string);
  /** The procedure gets `saved` as `seen`. */
  onSubmit: (values: Values, saved: Saved) => void;
  onCancel: () => void;
  /** A field already shows the failure. */
  isFailureShown?: boolean;
  /** The form refuses values with mistakes, and shows each beside its field; by field path. */
  mistakesIn?: (values: Values, saved: Saved) => Record<string, string | null>;
  /** Changed, but not ready to be submitted. */
  isBlocked?: (values: Values, saved: Saved) => boolean;
  children: (
    values: Values,
    change: (part: Partial<Values>) => void,
    draft: Draft<Saved, Values> & { errors: Record<string, string> },
  ) => ReactNode;
};

/**
 * The form of a dialog that edits something. It holds the draft itself, so every such dialog starts
 * with the saved state, can't be submitted unchanged, and says if somebody else has changed it. Forms
 * that create something use `ActionForm`.
 */
export function EditForm<Saved extends object, Values extends object>(props: Props<Saved, Values>) {
  const {
    saved: now,
    valuesOf,
    confirm,
    onSubmit,
    mistakesIn,
    isBlocked,
    children,
    ...form
  } = props;
  const draft = useDraft({ saved: now, valuesOf, action: form.action });
  const { values, saved, change, isChanged, conflict } = draft;
  const isReady = isChanged && !isBlocked?.(values, saved);
  const [tried, setTried] = useState<Values | null>(null);
  const mistakes = Object.entries(mistakesIn?.(values, saved) ?? {}).flatMap(([field, mistake]) =>
    mistake === null ? [] : [[field, mistake]],
  );
  // After a conflict, the other values have other mistakes.
  const errors = { ...form.action.issues, ...(tried === values && Object.fromEntries(mistakes)) };

  function submit() {
    if (!isReady) return;
    setTried(values);
    if (mistakes.length === 0) onSubmit(values, saved);
  }

  return (
    <ActionForm
      {...form}
      notice={conflict && <ConflictNotice of={conflict} />}
      confirm={typeof confirm === "string" ? confirm : confirm(values, saved)}
      isDisabled={!isReady}
      onSubmit={submit}
    >
      {children(values, change, { ...draft, errors })}
    </ActionForm>
  );
}
