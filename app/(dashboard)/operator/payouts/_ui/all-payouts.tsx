import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useFormats } from "@/app/_ui/format/locale";
import { useNow } from "@/app/_ui/format/use-now";
import { IconCash } from "@/app/_ui/icons/icons";
import { Section } from "@/app/_ui/layout/section";
import { ChoiceFilter, CurrencyFilter, StatusFilter } from "@/app/_ui/table/filter-bar";
import { List } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { PartnerFilter } from "@/app/_ui/table/partner-filter";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { STATUS_CHOICES } from "@/app/(dashboard)/partners/[partner]/payouts/_ui/filter";
import { FILTER, monthsBefore, payoutsQuery } from "./filter";
import { payoutColumns } from "./payout-columns";
import { PayoutTaskDialogs } from "./payout-dialogs";
import type { PayoutTask } from "./payout-task-dialogs";

/** The payouts of all partners, with the actions to update and adjust them. */
export function AllPayouts() {
  const trpc = useTRPC();
  const [filter, setFilter] = useQueryStates(FILTER);
  const [task, setTask] = useState<PayoutTask | null>(null);
  const query = payoutsQuery(filter);
  const list = useInfiniteQuery(trpc.payouts.listAll.infiniteQueryOptions(query, FILTERED_PAGES));
  return (
    <Section title="All payouts">
      <List
        filter={{
          chosen: [filter.partner, filter.status, filter.period, filter.currency],
          fields: <Filters />,
          onClear: () =>
            void setFilter({ status: null, period: null, currency: null, partner: null }),
        }}
        exported={{ of: "platform-payouts", filter: query }}
        label="All payouts"
        what="the payouts"
        list={list}
        columns={payoutColumns(setTask)}
        keyOf={({ id }) => id}
        noMatch={{
          title: "No matching payouts",
          description: "Try different filters.",
        }}
        none={{
          icon: <IconCash size={28} stroke={1.5} aria-hidden />,
          title: "No payouts yet",
          description: "Payouts are created when you close a month.",
        }}
      />
      <PayoutTaskDialogs task={task} onClose={() => setTask(null)} />
    </Section>
  );
}

/** By partner, status, month and, where there are several, currency. */
function Filters() {
  const trpc = useTRPC();
  const { month } = useFormats();
  const { filter, field } = useListFilter(FILTER);
  const { data: sums = [] } = useQuery(trpc.payouts.sumsAll.queryOptions());
  // A link may name an older month.
  const months = new Set([...monthsBefore(useNow()), ...(filter.period ? [filter.period] : [])]);
  return (
    <>
      <PartnerFilter {...field("partner")} />
      <StatusFilter options={STATUS_CHOICES} {...field("status")} />
      <ChoiceFilter
        label="Month"
        any="All months"
        options={[...months].map((value) => ({ value, label: month(value) }))}
        {...field("period")}
      />
      <CurrencyFilter among={sums.map(({ currency }) => currency)} {...field("currency")} />
    </>
  );
}
