"use client";

import { IconPlus, IconUsers } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { parseAsBoolean, useQueryState, useQueryStates } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import { useMe } from "@/app/_trpc/use-me";
import { Empty } from "@/app/_ui/empty";
import { ExportButton } from "@/app/_ui/export-button";
import { ChoiceFilter, FilterBar } from "@/app/_ui/filter-bar";
import { NothingFits } from "@/app/_ui/nothing-fits";
import { PageHeader } from "@/app/_ui/page-header";
import { PagedTable } from "@/app/_ui/paged-table";
import { FILTERED_PAGES } from "@/app/_ui/paging";
import { SearchInput } from "@/app/_ui/search-input";
import { useNow } from "@/app/_ui/use-now";
import { WriteButton } from "@/app/_ui/write-button";
import { COLUMNS } from "./columns";
import { CREATED_CHOICES, customersQuery, FILTER } from "./filter";
import { NewCustomerDialog } from "./new-customer-dialog";

export function CustomersPage() {
  const trpc = useTRPC();
  const [filter, setFilter] = useQueryStates(FILTER);
  const query = customersQuery(filter, useNow());
  const isFiltered = Object.keys(query).length > 0;
  const clear = () => void setFilter(null);
  const list = useInfiniteQuery(trpc.customers.list.infiniteQueryOptions(query, FILTERED_PAGES));
  const { data: counts } = useQuery(trpc.customers.counts.queryOptions());
  const me = useMe();
  // In the address, so that it can be opened from anywhere.
  const [isNew, setIsNew] = useQueryState("new", parseAsBoolean.withDefault(false));
  const isSuspended = me.partner?.status === "suspended";
  const newCustomer = me.may.createCustomers && (
    <WriteButton
      isClosed={isSuspended}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void setIsNew(true)}
    >
      New customer
    </WriteButton>
  );

  return (
    <>
      <PageHeader
        title="Customers"
        description="Everyone who buys through you. Integrations know them as accounts."
        actions={newCustomer}
      />
      <FilterBar
        actions={<ExportButton of="customers" filter={query} />}
        onClear={isFiltered ? clear : undefined}
      >
        <SearchInput
          label="Search by email, name or external id"
          value={filter.search}
          onChange={(search) => void setFilter({ search: search || null })}
        />
        <ChoiceFilter
          label="Created"
          any="Created any time"
          options={CREATED_CHOICES}
          value={filter.created}
          onChange={(created) => void setFilter({ created })}
        />
      </FilterBar>
      <PagedTable
        label="Customers"
        list={list}
        rowsExpected={8}
        total={isFiltered ? undefined : counts?.total}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          isFiltered ? (
            <NothingFits
              title="No customer fits"
              description="Search by any word of a name, the start of an email, or a whole external ID."
              onClear={clear}
            />
          ) : (
            <Empty
              icon={<IconUsers size={28} stroke={1.5} aria-hidden />}
              title="No customers yet"
              description="They appear here as your integration makes them, with POST /accounts, or as you add them by hand."
            >
              {newCustomer}
            </Empty>
          )
        }
      />
      <NewCustomerDialog
        isOpen={isNew && me.may.createCustomers && !isSuspended}
        onClose={() => void setIsNew(null)}
      />
    </>
  );
}
