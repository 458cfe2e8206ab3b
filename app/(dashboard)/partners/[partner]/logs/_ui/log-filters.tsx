import { FilterBar, LongChoice } from "@/app/_ui/table/filter-bar";
import { TimeFilter } from "@/app/_ui/table/time-filter";
import type { useListFilter } from "@/app/_ui/table/use-list-filter";
import { PARTNER_API, PRODUCT_API } from "../../api-keys/_ui/api-names";
import type { LogChoices } from "./choices";
import { type FILTER, STATUS_CHOICES } from "./filter";
import { KeyFilter } from "./key-filter";

type Props = { of: ReturnType<typeof useListFilter<typeof FILTER>>; choices: LogChoices };

export function LogFilters({ of, choices }: Props) {
  const { field, search, time, clear } = of;
  const { key, status, code, route, range, from, to } = of.filter;
  return (
    <FilterBar
      search={{ label: "Search by path, IP or request ID", ...search("id") }}
      chosen={[key, status, route, code, range ?? from ?? to]}
      onClear={clear}
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
          <TimeFilter {...time} />
        </>
      }
    />
  );
}
