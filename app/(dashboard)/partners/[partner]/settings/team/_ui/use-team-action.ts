import { type Action, useSecretAction } from "@/app/_trpc/use-action";
import { useRefresh } from "@/app/_trpc/use-refresh";

/** A change to the team that refetches its lists. Its result goes into no cache. */
export function useTeamAction<Input = void>(work: (input: Input) => Promise<void>): Action<Input> {
  const refresh = useRefresh("team");
  return useSecretAction(async (input: Input) => {
    await work(input);
    await refresh();
  });
}
