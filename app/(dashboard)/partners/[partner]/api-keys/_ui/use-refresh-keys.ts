import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTRPC } from "@/app/_trpc/client";

/** Returns a function that refetches what is shown of keys: themselves, and their requests. */
export function useRefreshKeys(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.usage.pathKey() }),
    ]);
  }, [queryClient, trpc]);
}
