"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { PayoutSum } from "@/app/_trpc/types";
import { useAccess, usePartnerCode } from "@/app/_trpc/use-partner";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { useFormats } from "@/app/_ui/format/locale";
import { Count, Money } from "@/app/_ui/format/money";
import { useNow } from "@/app/_ui/format/use-now";
import { IconCash } from "@/app/_ui/icons/icons";
import { ChoiceFilter, CurrencyFilter, StatusFilter } from "@/app/_ui/table/filter-bar";
import { ListPage } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { monthsBefore } from "@/app/(dashboard)/operator/payouts/_ui/filter";
import { PayoutTaskDialogs } from "@/app/(dashboard)/operator/payouts/_ui/payout-dialogs";
import type { PayoutTask } from "@/app/(dashboard)/operator/payouts/_ui/payout-task-dialogs";
import { columnsOf } from "./columns";
import { FILTER, payoutsQuery, STATUS_CHOICES } from "./filter";
import { PayoutDrawer } from "./payout-drawer";

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
                chosen: [filter.status, filter.month, filter.currency],
                fields: <Filters currencies={sums?.map(({ currency }) => currency) ?? []} />,
                onClear: () => void setFilter({ status: null, month: null, currency: null }),
              }
        }
        exported={{ of: "payouts", filter: query }}
        label="Payouts"
        list={list}
        columns={columnsOf(look, mayMark ? setTask : null)}
        keyOf={({ id }) => id}
        noMatch={{
          title: "No matching payouts",
          description: "Try different filters.",
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

/** By status, by month and, for a partner with several, by currency. */
function Filters({ currencies }: { currencies: readonly string[] }) {
  const { month: nameOf } = useFormats();
  const { filter, field } = useListFilter(FILTER);
  const { month } = filter;
  // A link may name an older month.
  const months = [...new Set([...monthsBefore(useNow()), ...(month ? [month] : [])])];
  return (
    <>
      <StatusFilter options={STATUS_CHOICES} {...field("status")} />
      <ChoiceFilter
        label="Month"
        any="All months"
        options={months.map((value) => ({ value, label: nameOf(value) }))}
        {...field("month")}
      />
      <CurrencyFilter among={currencies} {...field("currency")} />
    </>
  );
}

const LABELS = { paid: "Paid", pending: "Pending", failed: "Failed" } as const;
const ORDER = ["paid", "pending", "failed"] as const;

/** The totals of paid, pending and returned payouts, per currency. */
function Sums({ of: sums }: { of: readonly PayoutSum[] }) {
  const sorted = ORDER.flatMap((status) => sums.filter((sum) => sum.status === status));
  return (
    <Figures label="Totals">
      {sorted.map(({ currency, status, payouts, amount }) => (
        <Figure
          key={`${currency} ${status}`}
          label={`${LABELS[status]} (${currency})`}
          note={
            <>
              <Count value={payouts} /> {payouts === 1 ? "payout" : "payouts"}
            </>
          }
        >
          <Money amount={amount} currency={currency} />
        </Figure>
      ))}
    </Figures>
  );
}
