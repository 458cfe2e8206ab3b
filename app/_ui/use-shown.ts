import { useState } from "react";

/** What a dialog is about; after it was closed, what it was about: that stays while it fades away. */
export function useShown<Subject>(subject: Subject | null): Subject | null {
  const [shown, setShown] = useState(subject);
  if (subject !== null && subject !== shown) setShown(subject);
  return shown;
}
