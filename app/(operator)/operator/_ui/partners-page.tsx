"use client";

import { Button } from "@mantine/core";
import { IconBuildingStore, IconPlus, IconSearchOff } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { parseAsBoolean, useQueryState, useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { PartnerRow } from "@/app/_trpc/types";
import { Empty } from "@/app/_ui/empty";
import { ErrorState } from "@/app/_ui/error-state";
import { ChoiceFilter, FilterBar } from "@/app/_ui/filter-bar";
import { LoadMore } from "@/app/_ui/load-more";
import { LoadingRows } from "@/app/_ui/loading-rows";
import { PageHeader } from "@/app/_ui/page-header";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/paging";
import { SearchInput } from "@/app/_ui/search-input";
import { CreateDialog } from "./create-dialog";
import { FILTER, partnersQuery, STATUS_CHOICES } from "./filter";
import { PartnersTable } from "./partners-table";
import { StatusDialog } from "./status-dialog";

export function PartnersPage() {
  const trpc = useTRPC();
  const [filter, setFilter] = useQueryStates(FILTER);
  const query = partnersQuery(filter);
  const isFiltered = Object.keys(query).length > 0;
  const list = useInfiniteQuery(
    trpc.partners.list.infiniteQueryOptions(query, {
      ...NEXT_PAGE,
      placeholderData: keepPreviousData,
    }),
  );
  const [chosen, setChosen] = useState<PartnerRow | null>(null);
  const [isNew, setIsNew] = useQueryState("new", parseAsBoolean.withDefault(false));
  const rows = rowsOf<PartnerRow>(list.data);
  const newPartner = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void setIsNew(true)}>
      New partner
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Partners"
        description="Everyone who resells through this platform, newest first."
        actions={newPartner}
      />
      <FilterBar onClear={isFiltered ? () => void setFilter(null) : undefined}>
        <SearchInput
          label="Search by name, code or id"
          value={filter.search}
          onChange={(search) => void setFilter({ search: search || null })}
        />
        <ChoiceFilter
          label="Status"
          any="Any status"
          options={STATUS_CHOICES}
          value={filter.status}
          onChange={(status) => void setFilter({ status })}
        />
      </FilterBar>
      {list.isPending && <LoadingRows what="the partners" />}
      {list.isError && !list.data && (
        <ErrorState
          title="The partners could not be read"
          failure={failureOf(list.error)}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && rows.length === 0 && (
        <NoPartners isFiltered={isFiltered} onClear={() => void setFilter(null)} />
      )}
      {rows.length > 0 && (
        <PartnersTable
          partners={rows}
          onChangeStatus={setChosen}
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
      <StatusDialog partner={chosen} onClose={() => setChosen(null)} />
      <CreateDialog isOpen={isNew} onClose={() => void setIsNew(null)} />
    </>
  );
}

function NoPartners({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) {
    return (
      <Empty
        icon={<IconBuildingStore size={28} stroke={1.5} aria-hidden />}
        title="No partners yet"
        description="Make the first one, with the login of its owner and its first key."
      />
    );
  }
  return (
    <Empty
      icon={<IconSearchOff size={28} stroke={1.5} aria-hidden />}
      title="No partner fits"
      description="The search looks at names and codes, and at whole ids."
    >
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    </Empty>
  );
}
