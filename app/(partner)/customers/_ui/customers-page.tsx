"use client";

import { Button } from "@mantine/core";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { parseAsBoolean, useQueryState, useQueryStates } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import { ClosedButton } from "@/app/_ui/closed-button";
import { Empty } from "@/app/_ui/empty";
import { ExportButton } from "@/app/_ui/export-button";
import { ChoiceFilter, FilterBar } from "@/app/_ui/filter-bar";
import { NothingFits } from "@/app/_ui/nothing-fits";
import { PageHeader } from "@/app/_ui/page-header";
import { PagedTable } from "@/app/_ui/paged-table";
import { NEXT_PAGE } from "@/app/_ui/paging";
import { SearchInput } from "@/app/_ui/search-input";
import { useNow } from "@/app/_ui/use-now";
import { COLUMNS } from "./columns";
import { CREATED_CHOICES, customersQuery, FILTER, STATUS_CHOICES } from "./filter";
import { NewCustomerDialog } from "./new-customer-dialog";

export function CustomersPage() {
  const trpc = useTRPC();
  const [filter, setFilter] = useQueryStates(FILTER);
  const query = customersQuery(filter, useNow());
  const isFiltered = Object.keys(query).length > 0;
  const list = useInfiniteQuery(
    trpc.customers.list.infiniteQueryOptions(query, {
      ...NEXT_PAGE,
      // Rows of the filter before stay until those of the new one are there: nothing jumps.
      placeholderData: keepPreviousData,
    }),
  );
  const { data: counts } = useQuery(trpc.customers.counts.queryOptions());
  const newCustomer = useNewCustomer();

  return (
    <>
      <PageHeader
        title="Customers"
        description="Everyone who buys through you. Integrations know them as accounts."
        actions={newCustomer.button}
      />
      <FilterBar
        actions={<ExportButton of="customers" filter={query} />}
        onClear={isFiltered ? () => void setFilter(null) : undefined}
      >
        <SearchInput
          label="Search by email, name or external id"
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
        what="the customers"
        list={list}
        rowsExpected={8}
        total={isFiltered ? undefined : counts?.total}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        markOf={({ status }) => ({ isOver: status === "closed" })}
        empty={
          <NoCustomers
            isFiltered={isFiltered}
            onClear={() => void setFilter(null)}
            newCustomer={newCustomer.button}
          />
        }
      />
      {newCustomer.dialog}
    </>
  );
}

/** The button and the dialog behind it; its being open stands in the address. */
function useNewCustomer() {
  const trpc = useTRPC();
  const { data: me } = useSuspenseQuery(trpc.session.whoAmI.queryOptions());
  const [isNew, setIsNew] = useQueryState("new", parseAsBoolean.withDefault(false));
  const isSuspended = me.partner?.status === "suspended";
  const icon = <IconPlus size={16} aria-hidden />;
  if (!me.may.createCustomers) return { button: null, dialog: null };
  if (isSuspended) {
    return { button: <ClosedButton leftSection={icon}>New customer</ClosedButton>, dialog: null };
  }
  return {
    button: (
      <Button leftSection={icon} onClick={() => void setIsNew(true)}>
        New customer
      </Button>
    ),
    dialog: <NewCustomerDialog isOpen={isNew} onClose={() => void setIsNew(null)} />,
  };
}

type NoCustomersProps = {
  isFiltered: boolean;
  onClear: () => void;
  newCustomer: React.ReactNode;
};

function NoCustomers({ isFiltered, onClear, newCustomer }: NoCustomersProps) {
  if (isFiltered) {
    return (
      <NothingFits
        title="No customer fits"
        description="The search looks at how emails and names begin, and at whole external ids."
        onClear={onClear}
      />
    );
  }
  return (
    <Empty
      icon={<IconUsers size={28} stroke={1.5} aria-hidden />}
      title="No customers yet"
      description="They appear here as your integration makes them, with POST /accounts, or as you add them by hand."
    >
      {newCustomer}
    </Empty>
  );
}
