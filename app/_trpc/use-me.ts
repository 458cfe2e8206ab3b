import { useSuspenseQuery } from "@tanstack/react-query";
import { useTRPC } from "./client";
import type { Me } from "./types";

/** The signed-in user and their permissions. Every page behind sign-in prefetches them. */
export function useMe(): Me {
  const trpc = useTRPC();
  return useSuspenseQuery(trpc.session.whoAmI.queryOptions()).data;
}

/** Whether the signed-in user is an operator, on a partner's pages too. */
export function useIsOperator(): boolean {
  return useMe().partner === null;
}
