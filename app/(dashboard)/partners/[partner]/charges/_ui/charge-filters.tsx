"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { ChoiceFilter, CurrencyFilter, LongChoice } from "@/app/_ui/table/filter-bar";
import { TimeFilter } from "@/app/_ui/table/time-filter";
import { CustomerFilter } from "./customer-filter";
import { type Filter, LATE_CHOICES, TYPE_CHOICES } from "./filter";

type Props = {
  filter: Filter;
  /** The time that relative ranges count back from. */
  openedMs: number;
  onChange: (change: Partial<{ [Name in keyof Filter]: Filter[Name] | null }>) => void;
};

/** By customer, product, type, time, whether late and, with several, by currency. */
export function ChargeFilters({ filter, openedMs, onChange }: Props) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { data: products = [] } = useQuery(trpc.charges.products.queryOptions({ partner }));
  const { customer, product, type, currency, late } = filter;
  return (
    <>
      <CustomerFilter value={customer} onChange={(next) => onChange({ customer: next })} />
      <LongChoice
        label="Product"
        any="All products"
        options={products.map(({ code, name }) => ({ value: code, label: name }))}
        value={product}
        onChange={(next) => onChange({ product: next })}
      />
      <ChoiceFilter
        label="Type"
        any="All types"
        options={TYPE_CHOICES}
        value={type}
        onChange={(next) => onChange({ type: next })}
      />
      <CurrencyFilter
        among={products.map((one) => one.currency)}
        value={currency}
        onChange={(next) => onChange({ currency: next })}
      />
      <ChoiceFilter
        label="Recorded"
        any="Late or not"
        options={LATE_CHOICES}
        value={late}
        onChange={(next) => onChange({ late: next })}
      />
      <TimeFilter filter={filter} openedMs={openedMs} onChange={onChange} />
    </>
  );
}
