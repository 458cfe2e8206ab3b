import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { type Action, useSecretAction } from "@/app/_trpc/use-action";

/** A change of the team, after which its lists are read anew. What it makes goes into no cache. */
export function useTeamAction<Input = void>(work: (input: Input) => Promise<void>): Action<Input> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useSecretAction(async (input: Input) => {
    await work(input);
    await queryClient.invalidateQueries({ queryKey: trpc.team.pathKey() });
  });
}
