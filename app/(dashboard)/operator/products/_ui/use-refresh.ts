import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";

/** Reloads what follows the products: partners' prices, and the platform's first steps. */
export function useRefresh() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const keys = [trpc.products.pathKey(), trpc.prices.pathKey(), trpc.home.pathKey()];
  return () => Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
