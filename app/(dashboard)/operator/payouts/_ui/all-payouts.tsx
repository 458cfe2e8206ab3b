"use client";

import { IconCash } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { Empty } from "@/app/_ui/feedback/empty";
import { useFormats } from "@/app/_ui/format/locale";
import { useNow } from "@/app/_ui/format/use-now";
import { Section } from "@/app/_ui/layout/section";
import { ExportButton } from "@/app/_ui/table/export-button";
import { ChoiceFilter, FilterBar } from "@/app/_ui/table/filter-bar";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { STATUS_CHOICES } from "@/app/(dashboard)/partners/[partner]/payouts/_ui/filter";
import { PartnerFilter } from "../../audit/_ui/partner-filter";
import { FILTER, monthsBefore, payoutsQuery } from "./filter";
import { payoutColumns } from "./payout-columns";
import { type PayoutTask, PayoutTaskDialogs } from "./payout-task-dialogs";

/** The payouts of all partners, with the actions to update and adjust them. */
export function AllPayouts() {
  const trpc = useTRPC();
  const { month } = useFormats();
  const [filter, setFilter] = useQueryStates(FILTER);
  const [task, setTask] = useState<PayoutTask | null>(null);
  const query = payoutsQuery(filter);
  const isFiltered = Object.keys(query).length > 0;
  const list = useInfiniteQuery(trpc.payouts.listAll.infiniteQueryOptions(query, FILTERED_PAGES));
  const months = monthsBefore(useNow()).map((value) => ({ value, label: month(value) }));
  const clear = () => void setFilter({ status: null, period: null, partner: null });
  return (
    <Section title="All payouts">
      <FilterBar
        actions={<ExportButton of="platform-payouts" filter={query} />}
        onClear={isFiltered ? clear : undefined}
      >
        <PartnerFilter value={filter.partner} onChange={(partner) => void setFilter({ partner })} />
        <ChoiceFilter
          label="Status"
          any="All statuses"
          options={STATUS_CHOICES}
          value={filter.status}
          onChange={(status) => void setFilter({ status })}
        />
        <ChoiceFilter
          label="Month"
          any="All months"
          options={months}
          value={months.find(({ value }) => value === filter.period)?.value ?? null}
          onChange={(period) => void setFilter({ period })}
        />
      </FilterBar>
      <PagedTable
        label="All payouts"
        what="the payouts"
        list={list}
        columns={payoutColumns(setTask)}
        keyOf={({ id }) => id}
        empty={
          <Empty
            icon={<IconCash size={28} stroke={1.5} aria-hidden />}
            title={isFiltered ? "No matching payouts" : "No payouts yet"}
            description="Payouts are created when you close a month."
          />
        }
      />
      <PayoutTaskDialogs task={task} onClose={() => setTask(null)} />
    </Section>
  );
}
