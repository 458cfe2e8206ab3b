import { useSuspenseQuery } from "@tanstack/react-query";
import { useTRPC } from "./client";
import type { Me } from "./types";

/** Who is signed in, and what they may do: there with every page behind sign-in. */
export function useMe(): Me {
  const trpc = useTRPC();
  return useSuspenseQuery(trpc.session.whoAmI.queryOptions()).data;
}
