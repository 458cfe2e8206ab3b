"use client";

import { IconListSearch } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { Empty } from "@/app/_ui/feedback/empty";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import type { LogChoices } from "@/app/(partner)/logs/_ui/choices";
import { LogFilters } from "@/app/(partner)/logs/_ui/log-filters";
import { useLogFilter } from "@/app/(partner)/logs/_ui/use-log-filter";
import { REQUEST_COLUMNS } from "./request-columns";

/** The partner's request log, narrowed down as the partner's people do it. */
export function LogSection({ choices }: { choices: LogChoices }) {
  const trpc = useTRPC();
  const { data: keys } = useQuery(trpc.keys.list.queryOptions());
  const { query, bar } = useLogFilter(Date.now);
  const isFiltered = Object.keys(query).length > 0;
  const list = useInfiniteQuery(trpc.requests.list.infiniteQueryOptions(query, FILTERED_PAGES));
  return (
    <>
      <LogFilters {...bar} choices={choices} keys={keys ?? []} />
      <PagedTable
        label="Requests"
        list={list}
        columns={REQUEST_COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <Empty
            icon={<IconListSearch size={28} stroke={1.5} aria-hidden />}
            title={isFiltered ? "No request fits" : "No requests yet"}
            description={
              isFiltered
                ? "Take a filter away, or give it more time. Ids are found whole, ours or the client's own."
                : "What the partner's keys ask for appears here a moment later."
            }
          />
        }
      />
    </>
  );
}
