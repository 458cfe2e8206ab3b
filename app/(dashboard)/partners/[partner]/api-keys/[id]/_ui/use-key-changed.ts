import { useChanged } from "@/app/_ui/feedback/use-changed";

type Key = { label: string };
type Done = { title: string; message: string | ((key: Key) => string); onDone: () => void };

/** Returns a function to call after a key was changed: refetches all key data and shows a toast. */
export function useKeyChanged({ title, message, onDone }: Done): (key: Key) => Promise<void> {
  const changed = useChanged(onDone, "keys", "usage");
  return (key) => changed(title, typeof message === "string" ? message : message(key));
}
