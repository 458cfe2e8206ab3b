"use client";

import { IconUsers } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import type { Customer } from "@/app/_trpc/types";
import { Empty } from "@/app/_ui/feedback/empty";
import { CopyId, RowHead } from "@/app/_ui/table/cells";
import type { Column } from "@/app/_ui/table/data-table";
import { ExportButton } from "@/app/_ui/table/export-button";
import { FilterBar } from "@/app/_ui/table/filter-bar";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { SearchInput } from "@/app/_ui/table/search-input";
import { CUSTOMER_FACTS } from "@/app/(partner)/customers/_ui/columns";
import { PLACE } from "./tabs";

const MAX_SEARCH = 200;

const COLUMNS: readonly Column<Customer>[] = [
  {
    label: "Customer",
    cell: ({ name, email }) => <RowHead note={name && email}>{name ?? email}</RowHead>,
  },
  { label: "Id", isWide: true, cell: ({ id }) => <CopyId id={id} what="customer id" /> },
  ...CUSTOMER_FACTS,
];

/** The partner's customers. */
export function CustomersSection() {
  const trpc = useTRPC();
  const [{ search }, setPlace] = useQueryStates(PLACE);
  const text = search.trim().slice(0, MAX_SEARCH);
  const isFiltered = text !== "";
  const query = isFiltered ? { search: text } : {};
  const list = useInfiniteQuery(trpc.customers.list.infiniteQueryOptions(query, FILTERED_PAGES));
  const { data: counts } = useQuery(trpc.customers.counts.queryOptions());
  return (
    <>
      <FilterBar
        actions={<ExportButton of="customers" filter={query} />}
        onClear={isFiltered ? () => void setPlace({ search: null }) : undefined}
      >
        <SearchInput
          label="Search by email, name or external id"
          value={search}
          onChange={(next) => void setPlace({ search: next || null })}
        />
      </FilterBar>
      <PagedTable
        label="Customers"
        list={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        total={isFiltered ? undefined : counts?.total}
        empty={
          <Empty
            icon={<IconUsers size={28} stroke={1.5} aria-hidden />}
            title={isFiltered ? "No customer fits" : "No customers yet"}
            description={
              isFiltered
                ? "Search by any word of a name, the start of an email, or a whole external ID."
                : "The partner makes them by the API or by hand; an import brings many at once."
            }
          />
        }
      />
    </>
  );
}
