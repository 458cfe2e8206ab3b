"use client";

import { IconCash } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { Empty } from "@/app/_ui/feedback/empty";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { columnsOf } from "@/app/(partner)/payouts/_ui/columns";
import { PayoutDrawer } from "@/app/(partner)/payouts/_ui/payout-drawer";
import { Sums } from "@/app/(partner)/payouts/_ui/sums";

/** The partner's payouts, to be looked at; they are marked and corrected on the page of all of them. */
export function PayoutsSection() {
  const trpc = useTRPC();
  const list = useInfiniteQuery(trpc.payouts.list.infiniteQueryOptions({}, NEXT_PAGE));
  const { data: sums } = useQuery(trpc.payouts.sums.queryOptions());
  const [looked, setLooked] = useState<string | null>(null);
  return (
    <>
      {sums && sums.length > 0 && <Sums of={sums} />}
      <PagedTable
        label="Payouts"
        list={list}
        columns={columnsOf(setLooked)}
        keyOf={({ id }) => id}
        empty={
          <Empty
            icon={<IconCash size={28} stroke={1.5} aria-hidden />}
            title="No payouts yet"
            description="They are made when a month with charges is closed."
          />
        }
      />
      <PayoutDrawer payoutId={looked} onClose={() => setLooked(null)} />
    </>
  );
}
