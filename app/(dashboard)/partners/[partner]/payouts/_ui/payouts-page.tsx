"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useAccess, usePartnerCode } from "@/app/_trpc/use-partner";
import { IconCash } from "@/app/_ui/icons/icons";
import { onDemand } from "@/app/_ui/load/on-demand";
import { StatusFilter } from "@/app/_ui/table/filter-bar";
import { ListPage } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import type { PayoutTask } from "@/app/(dashboard)/operator/payouts/_ui/payout-task-dialogs";
import { columnsOf } from "./columns";
import { FILTER, payoutsQuery, STATUS_CHOICES } from "./filter";
import { PayoutDrawer } from "./payout-drawer";
import { Sums } from "./sums";

// Only operators load it.
const PayoutTaskDialogs = onDemand({
  load: async () =>
    (await import("@/app/(dashboard)/operator/payouts/_ui/payout-task-dialogs")).PayoutTaskDialogs,
  isOpen: ({ task }) => task !== null,
  close: ({ onClose }) => onClose(),
});

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

  return (
    <>
      <ListPage
        title="Payouts"
        description="Monthly revenue share, one payout per currency."
        filter={
          sums?.length === 0
            ? undefined
            : {
                chosen: [filter.status],
                fields: (
                  <StatusFilter
                    options={STATUS_CHOICES}
                    value={filter.status}
                    onChange={(status) => void setFilter({ status })}
                  />
                ),
                onClear: () => void setFilter({ status: null }),
              }
        }
        exported={{ of: "payouts", filter: query }}
        label="Payouts"
        list={list}
        columns={columnsOf(look, mayMark ? setTask : null)}
        keyOf={({ id }) => id}
        noMatch={{
          title: "No matching payouts",
          description: "Try a different status.",
        }}
        none={{
          icon: <IconCash size={28} stroke={1.5} aria-hidden />,
          title: "No payouts yet",
          description: "The first payout appears once a month with charges is closed.",
        }}
      >
        {sums && sums.length > 0 && <Sums of={sums} />}
      </ListPage>
      {mayMark && <PayoutTaskDialogs task={task} onClose={() => setTask(null)} />}
      <PayoutDrawer payoutId={filter.payout} onClose={() => look(null)} />
    </>
  );
}
