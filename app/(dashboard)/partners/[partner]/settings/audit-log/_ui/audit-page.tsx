"use client";

import { IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { Empty } from "@/app/_ui/feedback/empty";
import { useNow } from "@/app/_ui/format/use-now";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { ExportButton } from "@/app/_ui/table/export-button";
import { ChoiceFilter, FilterBar } from "@/app/_ui/table/filter-bar";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { columnsOf } from "./columns";
import { auditQuery, FILTER, WHEN_CHOICES } from "./filter";

export function AuditPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const [filter, setFilter] = useQueryStates(FILTER);
  const query = auditQuery(filter, useNow());
  const isFiltered = Object.keys(query).length > 0;
  const list = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions({ partner, ...query }, FILTERED_PAGES),
  );
  const { data: choices } = useQuery(trpc.audit.choices.queryOptions({ partner }));
  return (
    <>
      <PageHeader title="Audit log" description="A permanent record of changes to this account." />
      <FilterBar
        actions={<ExportButton of="audit" filter={query} />}
        onClear={isFiltered ? () => void setFilter(null) : undefined}
      >
        <ChoiceFilter
          label="Actor"
          any="All actors"
          options={(choices?.actors ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.actor}
          onChange={(actor) => void setFilter({ actor })}
        />
        <ChoiceFilter
          label="Action"
          any="All actions"
          options={(choices?.actions ?? []).map((action) => ({
            value: action,
            label: labelOf(action),
          }))}
          value={filter.action}
          onChange={(action) => void setFilter({ action })}
        />
        <ChoiceFilter
          label="Time"
          any="Any time"
          options={WHEN_CHOICES}
          value={filter.when}
          onChange={(when) => void setFilter({ when })}
        />
      </FilterBar>
      <PagedTable
        label="Audit log"
        list={list}
        rowsExpected={8}
        columns={columnsOf((subject) => void setFilter({ subject }))}
        keyOf={({ id }) => id}
        empty={
          <Empty
            icon={<IconHistory size={28} stroke={1.5} aria-hidden />}
            title="No matching events"
            description="Try different filters."
          />
        }
      />
    </>
  );
}

/** Turns "user.signed_in" into "User signed in". */
function labelOf(action: string): string {
  const words = action.replace(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
