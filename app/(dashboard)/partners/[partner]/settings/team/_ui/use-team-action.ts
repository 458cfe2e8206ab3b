import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { type Action, useSecretAction } from "@/app/_trpc/use-action";

/** A change to the team that refetches its lists. Its result goes into no cache. */
export function useTeamAction<Input = void>(work: (input: Input) => Promise<void>): Action<Input> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useSecretAction(async (input: Input) => {
    await work(input);
    await queryClient.invalidateQueries({ queryKey: trpc.team.pathKey() });
  });
}
