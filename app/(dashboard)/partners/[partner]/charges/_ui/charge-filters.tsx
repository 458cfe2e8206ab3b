import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { ChoiceFilter, CurrencyFilter, LongChoice } from "@/app/_ui/table/filter-bar";
import { type FilterChange, filterField } from "@/app/_ui/table/filter-field";
import { TimeFilter } from "@/app/_ui/table/time-filter";
import { CustomerFilter } from "./customer-filter";
import { type Filter, LATE_CHOICES, TYPE_CHOICES } from "./filter";

type Props = {
  filter: Filter;
  /** The time that relative ranges count back from. */
  openedMs: number;
  onChange: (change: FilterChange<Filter>) => void;
};

/** By customer, product, type, time, whether late and, with several, by currency. */
export function ChargeFilters({ filter, openedMs, onChange }: Props) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { data: products = [] } = useQuery(trpc.charges.products.queryOptions({ partner }));
  const field = filterField(filter, onChange);
  return (
    <>
      <CustomerFilter {...field("customer")} />
      <LongChoice
        label="Product"
        any="All products"
        options={products.map(({ code, name }) => ({ value: code, label: name }))}
        {...field("product")}
      />
      <ChoiceFilter label="Type" any="All types" options={TYPE_CHOICES} {...field("type")} />
      <CurrencyFilter among={products.map((one) => one.currency)} {...field("currency")} />
      <ChoiceFilter label="Recorded" any="Late or not" options={LATE_CHOICES} {...field("late")} />
      <TimeFilter filter={filter} openedMs={openedMs} onChange={onChange} />
    </>
  );
}
