import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** What the key of commands is called on this keyboard. */
export function useModKey(): "⌘" | "Ctrl" {
  return useSyncExternalStore(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl"),
    () => "Ctrl",
  );
}
