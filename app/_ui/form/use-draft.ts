import { useState } from "react";

/** A form's unsaved values. `isChanged`: whether they differ from the saved state. */
export type Draft<Values> = {
  values: Values;
  change: (part: Partial<Values>) => void;
  isChanged: boolean;
  /** Marks the draft as saved, for forms that stay open. */
  keep: () => void;
};

/**
 * A draft that starts as `current` and is compared with that first value: `current` may be
 * refetched while the user types, and an untouched draft must not undo somebody else's change.
 */
export function useDraft<Values extends object>(current: Values): Draft<Values> {
  const [start, setStart] = useState(current);
  const [values, setValues] = useState(current);
  return {
    values,
    change: (part) => setValues((before) => ({ ...before, ...part })),
    isChanged: !isSameDraft(values, start),
    keep: () => setStart(values),
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
