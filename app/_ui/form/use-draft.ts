import { useState } from "react";

/** A form's unsaved values. `isChanged` says whether saving would change anything. */
export type Draft<Values> = {
  values: Values;
  change: (part: Partial<Values>) => void;
  isChanged: boolean;
  /** Takes what was typed as the saved state, for forms that stay open. */
  keep: () => void;
};

/**
 * A draft that starts as `current`. It is compared with what it started as: `current` may be reloaded
 * while somebody types, and a draft that nobody touched must not undo the change of somebody else.
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

/** Whether two drafts would save the same: spaces around a text do not count. */
export function isSameDraft(one: object, other: object): boolean {
  return textOf(one) === textOf(other);
}

function textOf(values: object): string {
  return JSON.stringify(values, (_name, value) =>
    typeof value === "string" ? value.trim() : value,
  );
}
