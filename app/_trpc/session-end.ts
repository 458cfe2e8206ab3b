const listeners = new Set<() => void>();

/** `listener` is called when the session has ended, just before the sign-in page is loaded. */
export const onSessionEnd = (listener: () => void) => void listeners.add(listener);

export function reportSessionEnd(): void {
  for (const listener of listeners) listener();
}
