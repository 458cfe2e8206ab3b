"use client";

import { IconListDetails } from "@tabler/icons-react";
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { LoggedRequest, RequestQuery } from "@/app/_trpc/types";
import { Empty } from "@/app/_ui/empty";
import { ErrorState } from "@/app/_ui/error-state";
import { ExportButton } from "@/app/_ui/export-button";
import { LoadMore } from "@/app/_ui/load-more";
import { LoadingRows } from "@/app/_ui/loading-rows";
import { NothingFits } from "@/app/_ui/nothing-fits";
import { PageHeader } from "@/app/_ui/page-header";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/paging";
import type { LogChoices } from "./choices";
import { LogFilters } from "./log-filters";
import { News } from "./news";
import { RequestDrawer } from "./request-drawer";
import { RequestsTable } from "./requests-table";
import { useLogFilter } from "./use-log-filter";

type Props = {
  choices: LogChoices;
  /** When the page was asked for: ranges count back from then. */
  openedMs: number;
};

export function LogsPage({ choices, openedMs }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: me } = useSuspenseQuery(trpc.session.whoAmI.queryOptions());
  const { data: keys } = useQuery(trpc.keys.list.queryOptions());
  const { filter, setFilter, query, clear, bar } = useLogFilter(openedMs);
  const options = trpc.requests.list.infiniteQueryOptions(query, {
    ...NEXT_PAGE,
    placeholderData: keepPreviousData,
    // Rows that come in would push those that are being read: they are shown when asked for.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const list = useInfiniteQuery(options);
  const rows = rowsOf<LoggedRequest>(list.data);
  const look = (request: string | null) => void setFilter({ request }, { history: "push" });

  function showNew() {
    // From the first page again: what was read below it is asked for when it is wanted.
    void queryClient.resetQueries({ queryKey: options.queryKey });
  }

  return (
    <>
      <PageHeader
        title="Request log"
        description="Every call of your keys and how it was answered: never a body, never a key."
        // An operator who looks on takes no files along.
        actions={!me.isOnlooker && <ExportButton of="requests" filter={query} />}
      />
      <LogFilters {...bar} choices={choices} keys={keys ?? []} />
      <News
        query={query}
        newest={list.isPlaceholderData || !list.data ? null : (rows[0]?.id ?? "")}
        onShow={showNew}
      />
      {list.isPending && <LoadingRows what="the requests" rows={10} />}
      {list.isError && !list.data && (
        <ErrorState
          title="The request log could not be read"
          failure={failureOf(list.error)}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && rows.length === 0 && <NoRequests query={query} onClear={clear} />}
      {rows.length > 0 && (
        <RequestsTable
          rows={rows}
          onLook={look}
          isOld={list.isPlaceholderData}
          footer={
            <LoadMore
              shown={rows.length}
              hasMore={list.hasNextPage}
              isLoading={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            />
          }
        />
      )}
      <RequestDrawer requestId={filter.request} onClose={() => look(null)} />
    </>
  );
}

function NoRequests({ query, onClear }: { query: RequestQuery; onClear: () => void }) {
  if (Object.keys(query).length > 0) {
    return (
      <NothingFits
        title="No request fits"
        description={
          query.requestId === undefined
            ? "Take a filter away, or give it more time. What is old, the log lets go of."
            : "An id is looked for whole: ours, as in an answer's X-Request-Id, or the one that you sent."
        }
        onClear={onClear}
      />
    );
  }
  return (
    <Empty
      icon={<IconListDetails size={28} stroke={1.5} aria-hidden />}
      title="No requests yet"
      description="As soon as an integration calls the API with one of your keys, its calls appear here."
    />
  );
}
