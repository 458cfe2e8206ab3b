"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { IconGauge } from "@/app/_ui/icons/icons";
import { onDemand } from "@/app/_ui/load/on-demand";
import { StatusFilter } from "@/app/_ui/table/filter-bar";
import { ListPage } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import type { Decision } from "./decide-dialog";
import { FILTER, requestsQuery, STATUS_CHOICES } from "./filter";
import { requestColumns } from "./request-columns";

const DecideDialog = onDemand({
  load: async () => (await import("./decide-dialog")).DecideDialog,
  isOpen: ({ decision }) => decision !== null,
});

const POLL = { refetchInterval: 15_000 };

export function RequestsPage() {
  const trpc = useTRPC();
  const { filter, field, clear } = useListFilter(FILTER);
  const [decision, setDecision] = useState<Decision | null>(null);
  const list = useInfiniteQuery(
    trpc.limitRequests.listAll.infiniteQueryOptions(requestsQuery(filter), {
      ...FILTERED_PAGES,
      ...POLL,
    }),
  );
  return (
    <>
      <ListPage
        title="Limit requests"
        description="Review rate limit increase requests. Approved limits take effect immediately."
        filter={{
          chosen: [filter.status],
          fields: <StatusFilter options={STATUS_CHOICES} {...field("status")} />,
          onClear: clear,
        }}
        label="Limit requests"
        what="the requests"
        list={list}
        columns={requestColumns({ onDecide: setDecision, hasPartner: true })}
        keyOf={({ id }) => id}
        noMatch={{ title: "No matching requests", description: "Try a different status." }}
        none={{
          icon: <IconGauge size={28} stroke={1.5} aria-hidden />,
          title: "No requests yet",
          description: "Rate limit requests from partners appear here.",
        }}
      />
      <DecideDialog decision={decision} onClose={() => setDecision(null)} />
    </>
  );
}
