import { useSyncExternalStore } from "react";

const STORAGE_KEY = "latchkey-language";
const FIRST = "curl";

const listeners = new Set<() => void>();
let chosen: string | null = null;

/** The language that was chosen last, on this page or an earlier one. */
function read(): string {
  if (chosen !== null) return chosen;
  try {
    chosen = localStorage.getItem(STORAGE_KEY) ?? FIRST;
  } catch {
    // The browser denies access to its storage.
    chosen = FIRST;
  }
  return chosen;
}

function choose(language: string): void {
  chosen = language;
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // It is remembered until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language of all samples, and a function that changes and remembers it. */
export function useLanguage(): [string, (language: string) => void] {
  return [useSyncExternalStore(subscribe, read, () => FIRST), choose];
}
