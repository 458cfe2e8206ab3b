"use client";

import { IconHistory } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { Empty } from "@/app/_ui/empty";
import { ErrorState } from "@/app/_ui/error-state";
import { ExportButton } from "@/app/_ui/export-button";
import { ChoiceFilter, FilterBar } from "@/app/_ui/filter-bar";
import { LoadMore } from "@/app/_ui/load-more";
import { LoadingRows } from "@/app/_ui/loading-rows";
import { PageHeader } from "@/app/_ui/page-header";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/paging";
import { useNow } from "@/app/_ui/use-now";
import { AuditTable } from "./audit-table";
import { auditQuery, FILTER, WHEN_CHOICES } from "./filter";

export function AuditPage() {
  const trpc = useTRPC();
  const [filter, setFilter] = useQueryStates(FILTER);
  const query = auditQuery(filter, useNow());
  const isFiltered = Object.keys(query).length > 0;
  const list = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions(query, {
      ...NEXT_PAGE,
      placeholderData: keepPreviousData,
    }),
  );
  const { data: choices } = useQuery(trpc.audit.choices.queryOptions());
  const rows = rowsOf(list.data);
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who did what in this account, and when. Nothing is ever taken out of it."
      />
      <FilterBar
        actions={<ExportButton of="audit" filter={query} />}
        onClear={isFiltered ? () => void setFilter(null) : undefined}
      >
        <ChoiceFilter
          label="Who"
          any="Anyone"
          options={(choices?.actors ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.actor}
          onChange={(actor) => void setFilter({ actor })}
        />
        <ChoiceFilter
          label="Action"
          any="Any action"
          options={(choices?.actions ?? []).map((action) => ({
            value: action,
            label: labelOf(action),
          }))}
          value={filter.action}
          onChange={(action) => void setFilter({ action })}
        />
        <ChoiceFilter
          label="When"
          any="Any time"
          options={WHEN_CHOICES}
          value={filter.when}
          onChange={(when) => void setFilter({ when })}
        />
      </FilterBar>
      {list.isPending && <LoadingRows what="the audit log" rows={8} />}
      {list.isError && !list.data && (
        <ErrorState
          title="The audit log could not be read"
          failure={failureOf(list.error)}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && rows.length === 0 && (
        <Empty
          icon={<IconHistory size={28} stroke={1.5} aria-hidden />}
          title="Nothing fits"
          description="Nothing of this kind was done in this time."
        />
      )}
      {rows.length > 0 && (
        <AuditTable
          rows={rows}
          isOld={list.isPlaceholderData}
          onSubject={(subject) => void setFilter({ subject })}
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
    </>
  );
}

/** "user.signed_in" as "User signed in". */
function labelOf(action: string): string {
  const words = action.replace(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
