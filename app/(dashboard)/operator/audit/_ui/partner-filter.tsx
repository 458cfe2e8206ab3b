"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import {
  chosenOf,
  MAX_OPTIONS,
  type Option,
  SearchedChoice,
  searchOf,
  useSearchedChoice,
} from "@/app/_ui/table/searched-choice";

type Props = { value: string | null; onChange: (partnerId: string | null) => void };

/** A filter by partner. The value is the partner's ID. */
export function PartnerFilter({ value, onChange }: Props) {
  const trpc = useTRPC();
  const field = useSearchedChoice(value);
  const read = useQuery(
    trpc.partners.get.queryOptions(
      { partnerId: value ?? "" },
      { enabled: field.isUnread, select: optionOf },
    ),
  );
  const chosen = chosenOf(field, read);
  const search = searchOf(field, chosen).slice(0, 80);
  const found = useQuery(
    trpc.partners.list.queryOptions(
      { limit: MAX_OPTIONS, ...(search && { search }) },
      { placeholderData: keepPreviousData, select: ({ data }) => data.map(optionOf) },
    ),
  );
  return (
    <SearchedChoice
      label="Partner"
      any="All partners"
      field={field}
      chosen={chosen}
      found={found}
      onChange={onChange}
    />
  );
}

function optionOf({ id, name }: { id: string; name: string }): Option {
  return { value: id, label: name };
}
