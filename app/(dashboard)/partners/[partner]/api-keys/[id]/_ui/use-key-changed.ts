import { toast } from "@/app/_ui/feedback/toast";
import { useRefreshKeys } from "../../_ui/use-refresh-keys";

type Key = { label: string };
type Done = { title: string; message: string | ((key: Key) => string); onDone: () => void };

/** Returns a function to call after a key was changed: refetches all key data and shows a toast. */
export function useKeyChanged({ title, message, onDone }: Done): (key: Key) => Promise<void> {
  const refresh = useRefreshKeys();
  return async (key) => {
    await refresh();
    toast({ title, message: typeof message === "string" ? message : message(key) });
    onDone();
  };
}
