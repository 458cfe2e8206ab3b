"use client";

import { IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import { Empty } from "@/app/_ui/feedback/empty";
import { useNow } from "@/app/_ui/format/use-now";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { ExportButton } from "@/app/_ui/table/export-button";
import { ChoiceFilter, FilterBar } from "@/app/_ui/table/filter-bar";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { SearchInput } from "@/app/_ui/table/search-input";
import { AUDIT_COLUMNS } from "./audit-columns";
import { ACTION_CHOICES, auditQuery, FILTER, SINCE_CHOICES } from "./filter";
import { PartnerFilter } from "./partner-filter";

export function AuditPage() {
  const trpc = useTRPC();
  const [filter, setFilter] = useQueryStates(FILTER);
  const query = auditQuery({ ...filter, partnerId: filter.partner }, useNow());
  const isFiltered = Object.keys(query).length > 0;
  const list = useInfiniteQuery(trpc.audit.listAll.infiniteQueryOptions(query, FILTERED_PAGES));
  const clear = () => void setFilter({ search: null, action: null, since: null, partner: null });
  return (
    <>
      <PageHeader
        title="Audit log"
        description="An immutable record of every change across all accounts."
      />
      <FilterBar
        actions={<ExportButton of="platform-audit" filter={query} />}
        onClear={isFiltered ? clear : undefined}
      >
        <SearchInput
          label="Search by email or ID"
          value={filter.search}
          onChange={(search) => void setFilter({ search: search || null })}
        />
        <PartnerFilter value={filter.partner} onChange={(partner) => void setFilter({ partner })} />
        <ChoiceFilter
          label="Action"
          any="All actions"
          options={ACTION_CHOICES}
          value={ACTION_CHOICES.find(({ value }) => value === filter.action)?.value ?? null}
          onChange={(action) => void setFilter({ action })}
        />
        <ChoiceFilter
          label="Time"
          any="Any time"
          options={SINCE_CHOICES}
          value={SINCE_CHOICES.find(({ value }) => value === filter.since)?.value ?? null}
          onChange={(since) => void setFilter({ since })}
        />
      </FilterBar>
      <PagedTable
        label="Audit log"
        list={list}
        columns={AUDIT_COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <Empty
            icon={<IconHistory size={28} stroke={1.5} aria-hidden />}
            title={isFiltered ? "No matching events" : "No events yet"}
            description="Search matches a full email address or API key ID."
          />
        }
      />
    </>
  );
}
