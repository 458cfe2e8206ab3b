"use client";

import { Button, Group } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Product } from "@/app/_trpc/types";
import { IconPlus, IconTag } from "@/app/_ui/icons/icons";
import { PageLink } from "@/app/_ui/layout/page-link";
import { onDemand } from "@/app/_ui/load/on-demand";
import { StatusFilter } from "@/app/_ui/table/filter-bar";
import { ListPage } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { ArchiveDialog } from "./archive-dialog";
import { columnsOf } from "./columns";
import { FILTER, productsQuery, STATUS_CHOICES } from "./filter";

const ProductDialog = onDemand({
  load: async () => (await import("./product-dialog")).ProductDialog,
  isOpen: ({ task }) => task !== null,
});

/** The products that partners resell. Links to `?new=true` open the form of a new product. */
export function ProductsPage() {
  const trpc = useTRPC();
  const { filter, search, field, clear } = useListFilter(FILTER);
  const query = productsQuery(filter);
  const list = useInfiniteQuery(trpc.products.list.infiniteQueryOptions(query, FILTERED_PAGES));
  const [isNew, setIsNew] = useQueryState("new", parseAsBoolean.withDefault(false));
  const [edited, setEdited] = useState<Product | null>(null);
  const [archived, setArchived] = useState<Product | null>(null);
  const task = isNew ? "new" : edited;
  return (
    <>
      <ListPage
        title="Products"
        description="The products that partners resell, with their minimum prices."
        action={<Actions onNew={() => void setIsNew(true)} />}
        filter={{
          search: { label: "Search by name or code", ...search("search") },
          chosen: [filter.status],
          fields: <StatusFilter options={STATUS_CHOICES} {...field("status")} />,
          onClear: clear,
        }}
        label="Products"
        list={list}
        columns={columnsOf({ onEdit: setEdited, onArchive: setArchived })}
        keyOf={({ id }) => id}
        noMatch={{
          title: "No matching products",
          description: "Search matches names and codes.",
        }}
        none={{
          icon: <IconTag size={28} stroke={1.5} aria-hidden />,
          title: "No products yet",
          description: "Add a product, or import a CSV file with all of them.",
        }}
      />
      <ArchiveDialog subject={archived} onClose={() => setArchived(null)} />
      <ProductDialog
        task={task}
        onClose={() => {
          setEdited(null);
          if (isNew) void setIsNew(null);
        }}
      />
    </>
  );
}

function Actions({ onNew }: { onNew: () => void }) {
  return (
    <Group gap="sm">
      <Button component={PageLink} href="/operator/imports/new?kind=products" variant="default">
        Import
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
        New product
      </Button>
    </Group>
  );
}
