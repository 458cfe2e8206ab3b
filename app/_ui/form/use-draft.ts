import { useState } from "react";
import type { ActionState } from "@/app/_trpc/use-action";

/** A form's unsaved values. `isChanged`: whether they differ from the saved state. */
export type Draft<Saved, Values> = {
  values: Values;
  change: (part: Partial<Values>) => void;
  isChanged: boolean;
  /** The saved state that the draft was made from: the `seen` of procedures. */
  saved: Saved;
  /** For forms that stay open: starts again from what was saved. */
  restart: (saved: Saved) => void;
  /** Set if somebody else has changed it since. */
  conflict: Conflict | null;
  /** How often the form has shown other values; for fields that keep a state of their own. */
  swaps: number;
};

/** The form shows the values as they are now, or the user's own; `swap` shows the others. */
export type Conflict = { message: string; showsOwn: boolean; swap: () => void };

type Of<Saved, Values> = {
  saved: Saved;
  valuesOf: (saved: Saved) => Values;
  action: ActionState;
};

/**
 * A draft that starts as what is saved and is compared with that: `saved` may be refetched while the
 * user types, and an untouched draft must not undo somebody else's change. If the server refuses the
 * draft because of such a change, it shows what is saved now, and keeps the user's values.
 */
export function useDraft<Saved extends object, Values extends object>(
  of: Of<Saved, Values>,
): Draft<Saved, Values> {
  const { valuesOf, action } = of;
  const [state, setState] = useState(() => {
    const values = valuesOf(of.saved);
    const refusal: unknown = undefined;
    return { saved: of.saved, values, hidden: values, showsOwn: true, refusal, swaps: 0 };
  });
  const { saved, values, showsOwn, swaps } = state;
  const failure = action.failure?.code === "precondition_failed" ? action.failure : null;
  const current = failure?.details.current;

  // While rendering: what the server refused is never shown as if it could be sent again.
  if (current && current !== state.refusal) {
    const now = { ...saved, ...current };
    const theirs = { saved: now, values: valuesOf(now), showsOwn: false, refusal: current };
    setState({ ...theirs, hidden: values, swaps: swaps + 1 });
  }
  const swap = () =>
    setState((before) => ({
      ...before,
      values: before.hidden,
      hidden: before.values,
      showsOwn: !before.showsOwn,
      swaps: before.swaps + 1,
    }));
  return {
    values,
    change: (part) => setState((before) => ({ ...before, values: { ...before.values, ...part } })),
    isChanged: !isSameDraft(values, valuesOf(saved)),
    saved,
    restart: (next) => setState((before) => ({ ...before, saved: next, values: valuesOf(next) })),
    conflict: failure && { message: failure.message, showsOwn, swap },
    swaps,
  };
}

/** Whether two drafts save the same values; surrounding spaces are ignored. */
export function isSameDraft(one: object, other: object): boolean {
  return textOf(one) === textOf(other);
}

function textOf(values: object): string {
  return JSON.stringify(values, (_name, value) =>
    typeof value === "string" ? value.trim() : value,
  );
}
