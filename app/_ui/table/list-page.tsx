import type { ComponentProps, ReactNode } from "react";
import { Empty, NoResults } from "@/app/_ui/feedback/empty";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { ExportButton } from "./export-button";
import { FilterBar, type ListFilter } from "./filter-bar";
import { PagedTable } from "./paged-table";

type ListProps<Row> = Omit<ComponentProps<typeof PagedTable<Row>>, "empty"> & {
  /** Omitted for a list without filters. */
  filter?: ListFilter | undefined;
  exported?: ComponentProps<typeof ExportButton>;
  /** Shown when there are no rows at all. */
  none: ComponentProps<typeof Empty>;
  /** Shown when the filters match nothing. */
  noMatch?: { title: string; description: string };
};

/** A paged list with its filters, its export and its empty states. */
export function List<Row>({ filter, exported, none, noMatch, ...table }: ListProps<Row>) {
  const isFiltered = filter?.search?.value || filter?.chosen.some((value) => value !== null);
  return (
    <>
      {filter && <FilterBar {...filter} actions={exported && <ExportButton {...exported} />} />}
      <PagedTable
        {...table}
        empty={
          isFiltered && filter && noMatch ? (
            <NoResults {...noMatch} onClear={filter.onClear} />
          ) : (
            <Empty {...none} />
          )
        }
      />
    </>
  );
}

type PageProps<Row> = ListProps<Row> & {
  title: string;
  description: ReactNode;
  /** The main action of the page. */
  action?: ReactNode;
  /** Content above the list. */
  children?: ReactNode;
};

export function ListPage<Row>(props: PageProps<Row>) {
  const { title, description, action, children, ...list } = props;
  return (
    <>
      <PageHeader title={title} description={description} actions={action} />
      {children}
      <List {...list} />
    </>
  );
}
