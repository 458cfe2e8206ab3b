import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";

/** Fetches the details and their history again. */
export function useRefreshDetails(): () => Promise<void> {
  const trpc = useTRPC();
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: trpc.payoutDetails.pathKey() });
}
