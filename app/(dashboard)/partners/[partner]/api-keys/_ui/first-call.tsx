import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { Arrival } from "@/app/_ui/feedback/arrival";

const ASK_EVERY_MS = 1_000;

/** Waits for the first request with a key, and turns green when it arrives. */
export function FirstCall({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const refresh = useEffectEvent(useRefresh("keys", "usage"));
  const { data } = useQuery(
    trpc.keys.get.queryOptions(
      { partner, keyId },
      {
        staleTime: 0,
        gcTime: 0,
        refetchInterval: (query) => (query.state.data?.lastUsedAt ? false : ASK_EVERY_MS),
        // The call is made from another window, so this one is in the background.
        refetchIntervalInBackground: true,
      },
    ),
  );
  const hasCalled = Boolean(data?.lastUsedAt);

  useEffect(() => {
    if (hasCalled) void refresh();
  }, [hasCalled]);

  if (!hasCalled) return <Arrival of="waiting">Waiting for your first request…</Arrival>;
  return (
    <Arrival of="good">
      First request received
      {data?.lastUsedAddress && ` from ${data.lastUsedAddress}`}. Your key is working.
    </Arrival>
  );
}
