import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { ListedKey } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { useAllRows } from "@/app/_ui/table/use-all-rows";
import type { AlertKind } from "@/server/core/alerts/titles";
import { hostOf } from "@/server/core/webhooks/titles";

type Targets = {
  /** `label` distinguishes keys with the same name. */
  targets: { value: string; label: string; name: string | null }[];
  /** Shown if there are none: how to get one. */
  none: string;
  isLoading: boolean;
};

/** The keys or endpoints that an alert of this kind may be about; the empty value is all keys. */
export function useTargets(kind: AlertKind): Targets {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const isEndpoint = kind === "endpoint_success";
  const keys = useInfiniteQuery(
    trpc.keys.page.infiniteQueryOptions(
      { partner, state: "active", sort: "name", limit: 100 },
      { ...NEXT_PAGE, enabled: !isEndpoint },
    ),
  );
  const active = useAllRows<ListedKey>(keys);
  const endpoints = useQuery(
    trpc.webhooks.list.queryOptions({ partner, limit: 100 }, { enabled: isEndpoint }),
  );
  if (isEndpoint) {
    const targets = endpoints.data?.data.map(({ id, url }) => ({
      value: id,
      label: url,
      name: hostOf(url),
    }));
    const none = "Add a webhook endpoint first.";
    return { targets: targets ?? [], none, isLoading: endpoints.isPending };
  }
  const own = active.map(({ id, label, tail }) => ({
    value: id,
    label: `${label} …${tail}`,
    name: label,
  }));
  const targets =
    kind === "no_traffic" ? [{ value: "", label: "All keys", name: null }, ...own] : own;
  return { targets, none: "Create an API key first.", isLoading: keys.isPending };
}
