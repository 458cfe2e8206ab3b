import { useSyncExternalStore } from "react";

/** Where the browser keeps whose latest recovery codes nobody has saved. */
const UNSAVED = "latchkey-unsaved-codes";

const listeners = new Set<() => void>();

/** To be called when codes were made, or may have been, and with null once they are saved. */
export function setUnsavedCodes(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(UNSAVED);
    else localStorage.setItem(UNSAVED, userId);
  } catch {
    // Full, or turned off by the user.
  }
  for (const listener of listeners) listener();
}

/** Whether the user's latest recovery codes from this browser were not saved, or not even shown. */
export function useUnsavedCodes(userId: string): boolean {
  return useSyncExternalStore(subscribe, stored, () => null) === userId;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stored(): string | null {
  try {
    return localStorage.getItem(UNSAVED);
  } catch {
    return null;
  }
}
