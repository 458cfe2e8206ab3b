import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { toast } from "@/app/_ui/feedback/toast";

type Key = { label: string };
type Done = { title: string; message: string | ((key: Key) => string); onDone: () => void };

/** Returns a function to call after a key was changed: refetches all key data and shows a toast. */
export function useKeyChanged({ title, message, onDone }: Done): (key: Key) => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async (key) => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.usage.pathKey() }),
    ]);
    toast({ title, message: typeof message === "string" ? message : message(key) });
    onDone();
  };
}
