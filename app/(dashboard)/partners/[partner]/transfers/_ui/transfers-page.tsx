"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { IconSend } from "@/app/_ui/icons/icons";
import { StatusFilter } from "@/app/_ui/table/filter-bar";
import { ListPage } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { columnsOf } from "./columns";
import { FILTER, STATUS_CHOICES, transfersQuery } from "./filter";
import { Owed } from "./owed";
import { TransferDrawer } from "./transfer-drawer";

export function TransfersPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { filter, setFilter, field } = useListFilter(FILTER);
  const query = transfersQuery(filter);
  const list = useInfiniteQuery(
    trpc.transfers.list.infiniteQueryOptions({ partner, ...query }, FILTERED_PAGES),
  );
  const { data: sums } = useQuery(trpc.transfers.sums.queryOptions({ partner }));
  const look = (transfer: string | null) => void setFilter({ transfer }, { history: "push" });
  return (
    <>
      <ListPage
        title="Transfers"
        description="What was paid to your account. A transfer pays many payouts at once."
        filter={
          sums?.length === 0
            ? undefined
            : {
                chosen: [filter.status],
                fields: <StatusFilter options={STATUS_CHOICES} {...field("status")} />,
                onClear: () => void setFilter({ status: null }),
              }
        }
        exported={{ of: "transfers", filter: query }}
        label="Transfers"
        list={list}
        columns={columnsOf(look)}
        keyOf={({ id }) => id}
        noMatch={{ title: "No matching transfers", description: "Try a different status." }}
        none={{
          icon: <IconSend size={28} stroke={1.5} aria-hidden />,
          title: "No transfers yet",
          description: "Payouts are transferred to the account in your payout details.",
        }}
      >
        <Owed />
      </ListPage>
      <TransferDrawer transferId={filter.transfer} onClose={() => look(null)} />
    </>
  );
}
