"use client";

import { IconCash } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useAccess, usePartnerCode } from "@/app/_trpc/use-partner";
import { Empty, NoResults } from "@/app/_ui/feedback/empty";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { ExportButton } from "@/app/_ui/table/export-button";
import { ChoiceFilter, FilterBar } from "@/app/_ui/table/filter-bar";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import type { PayoutTask } from "@/app/(dashboard)/operator/payouts/_ui/payout-task-dialogs";
import { columnsOf } from "./columns";
import { FILTER, payoutsQuery, STATUS_CHOICES } from "./filter";
import { PayoutDrawer } from "./payout-drawer";
import { Sums } from "./sums";

// Only operators load it.
const PayoutTaskDialogs = dynamic(
  async () =>
    (await import("@/app/(dashboard)/operator/payouts/_ui/payout-task-dialogs")).PayoutTaskDialogs,
);

export function PayoutsPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const [filter, setFilter] = useQueryStates(FILTER);
  const query = payoutsQuery(filter);
  const list = useInfiniteQuery(
    trpc.payouts.list.infiniteQueryOptions({ partner, ...query }, FILTERED_PAGES),
  );
  const { data: sums } = useQuery(trpc.payouts.sums.queryOptions({ partner }));
  const look = (payout: string | null) => void setFilter({ payout }, { history: "push" });
  const mayMark = useAccess("payout.marked") !== "hidden";
  const [task, setTask] = useState<PayoutTask | null>(null);
  const clear = () => void setFilter({ status: null });

  return (
    <>
      <PageHeader title="Payouts" description="Monthly revenue share, one payout per currency." />
      {sums && sums.length > 0 && <Sums of={sums} />}
      {sums?.length !== 0 && (
        <FilterBar
          actions={<ExportButton of="payouts" filter={query} />}
          onClear={filter.status ? clear : undefined}
        >
          <ChoiceFilter
            label="Status"
            any="All statuses"
            options={STATUS_CHOICES}
            value={filter.status}
            onChange={(status) => void setFilter({ status })}
          />
        </FilterBar>
      )}
      <PagedTable
        label="Payouts"
        list={list}
        columns={columnsOf(look, mayMark ? setTask : null)}
        keyOf={({ id }) => id}
        empty={
          filter.status ? (
            <NoResults
              title="No matching payouts"
              description="Try a different status."
              onClear={clear}
            />
          ) : (
            <Empty
              icon={<IconCash size={28} stroke={1.5} aria-hidden />}
              title="No payouts yet"
              description="The first payout appears once a month with charges is closed."
            />
          )
        }
      />
      {mayMark && <PayoutTaskDialogs task={task} onClose={() => setTask(null)} />}
      <PayoutDrawer payoutId={filter.payout} onClose={() => look(null)} />
    </>
  );
}
