import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether React has taken over: until then a form would be sent by the browser itself. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
