import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "./client";

export type RouterName = Exclude<keyof ReturnType<typeof useTRPC>, "pathKey" | "pathFilter">;

/** Returns a function that refetches all data of these routers. */
export function useRefresh(...routers: RouterName[]): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async () => {
    const keys = routers.map((name) => trpc[name].pathKey());
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}
