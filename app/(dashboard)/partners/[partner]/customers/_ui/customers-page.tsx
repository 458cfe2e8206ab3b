"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useAccess, usePartner, usePartnerCode } from "@/app/_trpc/use-partner";
import { useNewInUrl } from "@/app/_ui/dialog/use-new-in-url";
import { emptyForGood } from "@/app/_ui/feedback/empty";
import { WriteButton } from "@/app/_ui/form/write-button";
import { useNow } from "@/app/_ui/format/use-now";
import { IconPlus, IconUsers } from "@/app/_ui/icons/icons";
import { ChoiceFilter } from "@/app/_ui/table/filter-bar";
import { ListPage } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { customerColumns } from "./columns";
import { useCustomerAccess } from "./customer-actions";
import type { CustomerTask } from "./customer-dialogs";
import { CustomerTasks } from "./customer-tasks";
import { CREATED_CHOICES, customersQuery, FILTER, STATUS_CHOICES } from "./filter";
import { NewCustomerDialog } from "./new-customer-dialog";

const NO_CUSTOMERS = {
  title: "No customers yet",
  description: "Customers appear here once they're created in the dashboard or through the API.",
};

export function CustomersPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { filter, field, clear, search } = useListFilter(FILTER);
  const query = customersQuery(filter, useNow());
  const list = useInfiniteQuery(
    trpc.customers.list.infiniteQueryOptions({ partner, ...query }, FILTERED_PAGES),
  );
  const { data: counts } = useQuery(trpc.customers.counts.queryOptions({ partner }));
  const create = useAccess("customer.created");
  const isTerminated = usePartner().terminatedAt !== null;
  const access = useCustomerAccess();
  const [task, setTask] = useState<CustomerTask | null>(null);
  const { isNew, open, onCreated, close } = useNewInUrl(create);
  const newCustomer = (
    <WriteButton access={create} leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      New customer
    </WriteButton>
  );

  return (
    <>
      <ListPage
        title="Customers"
        description="End customers. The API calls them accounts."
        action={newCustomer}
        filter={{
          search: { label: "Search by name, email or ID", ...search("search") },
          chosen: [filter.status, filter.created],
          fields: (
            <>
              <ChoiceFilter
                label="Status"
                any="All statuses"
                options={STATUS_CHOICES}
                {...field("status")}
              />
              <ChoiceFilter
                label="Created"
                any="All dates"
                options={CREATED_CHOICES}
                {...field("created")}
              />
            </>
          ),
          onClear: clear,
        }}
        exported={{ of: "customers", filter: query }}
        label="Customers"
        list={list}
        rowsExpected={8}
        total={Object.keys(query).length > 0 ? undefined : counts?.total}
        columns={customerColumns({ access, onTask: setTask })}
        keyOf={({ id }) => id}
        noMatch={{
          title: "No matching customers",
          description:
            "Search matches the start of a word in a name, the start of an email, or a full external ID in the same case.",
        }}
        none={{
          icon: <IconUsers size={28} stroke={1.5} aria-hidden />,
          ...(isTerminated ? emptyForGood("customers") : NO_CUSTOMERS),
          children: newCustomer,
        }}
      />
      <NewCustomerDialog isOpen={isNew} onCreated={onCreated} onClose={close} />
      <CustomerTasks task={task} onClose={() => setTask(null)} />
    </>
  );
}
