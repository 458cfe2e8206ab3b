"use client";

import { FilterBar, LongChoice } from "@/app/_ui/table/filter-bar";
import { type FilterChange, filterField } from "@/app/_ui/table/filter-field";
import { TimeFilter } from "@/app/_ui/table/time-filter";
import { PARTNER_API, PRODUCT_API } from "../../api-keys/_ui/api-names";
import type { LogChoices } from "./choices";
import { type Filter, STATUS_CHOICES } from "./filter";
import { KeyFilter } from "./key-filter";

type Props = {
  filter: Filter;
  choices: LogChoices;
  /** The time that relative ranges count back from. */
  openedMs: number;
  onChange: (change: FilterChange<Filter>) => void;
  onClear: () => void;
};

export function LogFilters({ filter, choices, openedMs, onChange, onClear }: Props) {
  const { key, status, code, route, range, from, to } = filter;
  const field = filterField(filter, onChange);
  return (
    <FilterBar
      search={{
        label: "Search by path, IP or request ID",
        value: filter.id,
        onChange: (id) => onChange({ id: id || null }),
      }}
      chosen={[key, status, route, code, range ?? from ?? to]}
      onClear={onClear}
      fields={
        <>
          <KeyFilter {...field("key")} />
          <LongChoice
            label="Status"
            any="All statuses"
            options={STATUS_CHOICES}
            {...field("status")}
          />
          <LongChoice
            label="Endpoint"
            any="All endpoints"
            options={[
              { value: "partner", label: PARTNER_API },
              { value: "product", label: PRODUCT_API },
              ...choices.routes.map((value) => ({ value, label: value })),
            ]}
            {...field("route")}
          />
          <LongChoice
            label="Error code"
            any="All error codes"
            options={choices.codes}
            {...field("code")}
          />
          <TimeFilter filter={filter} openedMs={openedMs} onChange={onChange} />
        </>
      }
    />
  );
}
