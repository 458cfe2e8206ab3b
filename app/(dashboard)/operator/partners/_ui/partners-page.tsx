"use client";

import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useNewInUrl } from "@/app/_ui/dialog/use-new-in-url";
import { IconBuildingStore, IconPlus } from "@/app/_ui/icons/icons";
import { onDemand } from "@/app/_ui/load/on-demand";
import { StatusFilter } from "@/app/_ui/table/filter-bar";
import { ListPage } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { columnsOf } from "./columns";
import { FILTER, partnersQuery, STATUS_CHOICES } from "./filter";
import type { PartnerMove } from "./moves";
import { StatusDialog } from "./status-dialog";

const CreateDialog = onDemand({
  load: async () => (await import("./create-dialog")).CreateDialog,
  isOpen: ({ isOpen }) => isOpen,
});

export function PartnersPage() {
  const trpc = useTRPC();
  const { filter, setFilter, search, field } = useListFilter(FILTER);
  const query = partnersQuery(filter);
  const list = useInfiniteQuery(trpc.partners.ranked.infiniteQueryOptions(query, FILTERED_PAGES));
  const [move, setMove] = useState<PartnerMove | null>(null);
  const { isNew, open, onCreated, close } = useNewInUrl();
  const newPartner = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      New partner
    </Button>
  );

  return (
    <>
      <ListPage
        title="Partners"
        description="Resellers on your platform."
        action={newPartner}
        filter={{
          search: { label: "Search by name, code or ID", ...search("search") },
          chosen: [filter.status],
          fields: <StatusFilter options={STATUS_CHOICES} {...field("status")} />,
          onClear: () => void setFilter({ search: null, status: null }),
        }}
        label="Partners"
        list={list}
        columns={columnsOf(setMove)}
        keyOf={({ id }) => id}
        sort={{
          value: filter.sort,
          onChange: (sort) => void setFilter({ sort: FILTER.sort.parse(sort) }),
        }}
        noMatch={{
          title: "No matching partners",
          description: "Search matches names, codes and full IDs.",
        }}
        none={{
          icon: <IconBuildingStore size={28} stroke={1.5} aria-hidden />,
          title: "No partners yet",
          description: "Create your first partner to get started.",
        }}
      />
      <StatusDialog move={move} onClose={() => setMove(null)} />
      <CreateDialog isOpen={isNew} onCreated={onCreated} onClose={close} />
    </>
  );
}
