import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { isScope, SCOPE_NAMES, SCOPES } from "@/server/core/kernel/scopes";
import { PARTNER_API, PRODUCT_API } from "./api-names";

/** Scopes that belong together, and what they are of. */
export type ScopeGroup = { title: string; scopes: readonly string[] };

/**
 * The scopes that keys may get: ours, and those that operators define for the company's own API.
 * `held` are those of a key, which are shown even while the others aren't loaded.
 */
export function useScopes(held: readonly string[] = []) {
  const trpc = useTRPC();
  const { data: defined = [] } = useQuery(trpc.scopes.list.queryOptions());
  const own = defined.map(({ name }) => name);
  const others = held.filter((name) => !isScope(name) && !own.includes(name));
  const product = [...own, ...others].sort();
  const grants = new Map<string, string>([
    ...Object.entries(SCOPES),
    ...defined.map(({ name, description }) => [name, description] as const),
  ]);
  return {
    /** All names, in order. */
    names: [...SCOPE_NAMES, ...product],
    product,
    /** The description of a scope; "" if it has none. */
    grantOf: (name: string) => grants.get(name) ?? "",
  };
}

/** The groups that aren't empty; one that stands alone needs no title. */
export function groupsOf(names: readonly string[]): ScopeGroup[] {
  const ours = names.filter(isScope);
  const product = names.filter((name) => !isScope(name));
  return [
    { title: PARTNER_API, scopes: ours },
    { title: PRODUCT_API, scopes: product },
  ].filter(({ scopes }) => scopes.length > 0);
}
