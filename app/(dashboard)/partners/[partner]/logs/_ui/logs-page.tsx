"use client";

import { Text } from "@mantine/core";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { LogQuery } from "@/app/_trpc/types";
import { useMe } from "@/app/_trpc/use-me";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { Empty, NoResults } from "@/app/_ui/feedback/empty";
import { IconListDetails } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { ExportButton } from "@/app/_ui/table/export-button";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { FILTERED_PAGES, rowsOf } from "@/app/_ui/table/paging";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { unlistedText } from "@/server/core/requests/view";
import type { LogChoices } from "./choices";
import { FILTER, logsQuery } from "./filter";
import { LiveUpdates } from "./live-updates";
import { LogFilters } from "./log-filters";
import { requestColumns } from "./request-columns";
import { RequestDrawer } from "./request-drawer";

type Props = {
  choices: LogChoices;
  /** When the page was requested; relative ranges count back from then. */
  openedMs: number;
  /** How long a request is kept, at most. */
  keptDays: number;
};

export function LogsPage({ choices, openedMs, keptDays }: Props) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const queryClient = useQueryClient();
  const me = useMe();
  const filters = useListFilter(FILTER, openedMs);
  const { filter, setFilter, clear } = filters;
  const query = logsQuery(filter, filters.anchorMs);
  const options = trpc.requests.list.infiniteQueryOptions(
    { partner, ...query },
    {
      ...FILTERED_PAGES,
      // New rows would push down the ones being read, so they are shown on demand.
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  const list = useInfiniteQuery(options);
  const look = (request: string | null) => void setFilter({ request }, { history: "push" });

  const rows = list.data ? rowsOf(list.data) : [];
  const steps = stepsOf(rows, filter.request, (request) => void setFilter({ request }));
  const isNearEnd = filter.request !== null && rows.at(-1)?.id === filter.request;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);

  function showNew() {
    // Starts again with the first page; further pages are fetched on demand.
    void queryClient.resetQueries({ queryKey: options.queryKey });
    void queryClient.invalidateQueries({ queryKey: trpc.requests.unlisted.pathKey() });
  }

  return (
    <>
      <PageHeader
        title="Logs"
        description="API requests, newest first. Bodies and keys are never stored."
        // Operators can't export a partner's requests.
        actions={me.partner !== null && <ExportButton of="requests" filter={query} />}
      />
      <LogFilters of={filters} choices={choices} />
      <LiveUpdates
        query={query}
        newest={list.isPlaceholderData || !list.data ? null : (rowsOf(list.data)[0]?.id ?? "")}
        onShow={showNew}
      />
      <Unlisted query={query} />
      <PagedTable
        label="Requests"
        list={list}
        rowsExpected={10}
        columns={requestColumns({ onLook: look })}
        keyOf={({ id }) => id}
        empty={<NoRequests query={query} keptDays={keptDays} onClear={clear} />}
      />
      <RequestDrawer requestId={filter.request} onClose={() => look(null)} {...steps} />
    </>
  );
}

/** Steps to the row above and below; at the last row it loads the next page. */
function stepsOf(
  rows: readonly { id: string }[],
  current: string | null,
  open: (id: string) => void,
) {
  const at = rows.findIndex(({ id }) => id === current);
  const stepTo = (row: { id: string } | undefined) => row && (() => open(row.id));
  if (at === -1) return {};
  return { previous: stepTo(at > 0 ? rows[at - 1] : undefined), next: stepTo(rows[at + 1]) };
}

type NoRequestsProps = { query: LogQuery; keptDays: number; onClear: () => void };

function NoRequests({ query, keptDays, onClear }: NoRequestsProps) {
  if (Object.keys(query).length > 0) {
    return (
      <NoResults
        title="No matching requests"
        description={
          query.requestId === undefined
            ? `Try removing a filter or widening the time range. Requests are kept for up to ${keptDays} ${keptDays === 1 ? "day" : "days"}.`
            : "Enter a full request ID (from the X-Request-Id header)."
        }
        onClear={onClear}
      />
    );
  }
  return (
    <Empty
      icon={<IconListDetails size={28} stroke={1.5} aria-hidden />}
      title="No requests yet"
      description="Requests appear here after the first API call."
    />
  );
}

/** Says how many requests that match the filter are missing from the list, and why. */
function Unlisted({ query }: { query: LogQuery }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const found = useQuery(trpc.requests.unlisted.queryOptions({ partner, ...query }));
  const text = found.data ? unlistedText(found.data) : null;
  if (text === null) return null;
  return (
    <Text size="sm" c="dimmed" mb={8} role="status">
      <strong>{text}.</strong> When a key sends many requests at once, the log lists some of them.
      Usage counts all.
    </Text>
  );
}
