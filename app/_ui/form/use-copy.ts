import { useEffect, useState } from "react";

const SHOWN_MS = 2_000;

const OUTCOMES = { copied: "Copied", refused: "Couldn't copy. Select and copy manually." } as const;

/** Copies a text; `outcome` says for two seconds whether that worked. */
export function useCopy() {
  const [state, setState] = useState<keyof typeof OUTCOMES | null>(null);

  useEffect(() => {
    if (state === null) return;
    const timer = setTimeout(() => setState(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
      return true;
    } catch {
      // Browsers refuse outside https and localhost, or without the permission.
      setState("refused");
      return false;
    }
  }

  return { copy, isCopied: state === "copied", outcome: state && OUTCOMES[state] };
}
