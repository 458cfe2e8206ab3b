import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { toast } from "@/app/_ui/feedback/toast";

/** Returns a function to call after a change: refetches all data of customers and shows a toast. */
export function useChanged(onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async (title: string, message: string) => {
    await queryClient.invalidateQueries({ queryKey: trpc.customers.pathKey() });
    toast({ title, message });
    onDone();
  };
}
