import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { LogQuery } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { ASK_EVERY_MS, LiveBar, MAX_COUNTED } from "@/app/_ui/table/live-bar";

type Props = {
  query: LogQuery;
  /** The newest request shown, empty if there is none; null while unknown. */
  newest: string | null;
  onShow: () => void;
};

/** Polls for requests that are newer than the list. */
export function LiveUpdates({ query, ...bar }: Props) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const [isLive, setIsLive] = useState(true);
  const head = useQuery(
    trpc.requests.list.queryOptions(
      { partner, ...query, limit: MAX_COUNTED },
      { refetchInterval: isLive ? ASK_EVERY_MS : false, enabled: isLive, staleTime: 0 },
    ),
  );
  return (
    <LiveBar
      {...bar}
      isLive={isLive}
      onLive={setIsLive}
      head={head.data?.data.map(({ id }) => id) ?? []}
      nouns={["request", "requests"]}
    />
  );
}
