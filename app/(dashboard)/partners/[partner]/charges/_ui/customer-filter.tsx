import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Customer } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import type { Option } from "@/app/_ui/form/searchable-select";
import {
  chosenOf,
  MAX_OPTIONS,
  SearchedChoice,
  searchOf,
  useSearchedChoice,
} from "@/app/_ui/table/searched-choice";
import { customerName } from "../../customers/_ui/customer-name";

type Props = { value: string | null; onChange: (customerId: string | null) => void };

/** A filter by customer. The value is the customer's ID. */
export function CustomerFilter({ value, onChange }: Props) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const field = useSearchedChoice(value);
  const read = useQuery(
    trpc.customers.get.queryOptions(
      { partner, customerId: value ?? "" },
      { enabled: field.isUnread, select: optionOf },
    ),
  );
  const chosen = chosenOf(field, read);
  const search = searchOf(field, chosen).slice(0, 200);
  const found = useQuery(
    trpc.customers.list.queryOptions(
      { partner, limit: MAX_OPTIONS, ...(search && { search }) },
      {
        enabled: field.hasOpened,
        placeholderData: keepPreviousData,
        select: ({ data }) => data.map(optionOf),
      },
    ),
  );
  return (
    <SearchedChoice
      label="Customer"
      any="All customers"
      field={field}
      chosen={chosen}
      found={found}
      onChange={onChange}
    />
  );
}

function optionOf(customer: Customer): Option {
  return { value: customer.id, label: customerName(customer) };
}
