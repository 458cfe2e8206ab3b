import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { type Action, useSecretAction } from "@/app/_trpc/use-action";

/** A change to the operators that refetches their list. Its result goes into no cache. */
export function useOperatorAction(work: () => Promise<void>): Action<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useSecretAction(async () => {
    await work();
    await queryClient.invalidateQueries({ queryKey: trpc.operators.pathKey() });
  });
}
