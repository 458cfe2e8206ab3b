"use client";

import { Input } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import {
  chosenOf,
  MAX_OPTIONS,
  SearchedChoice,
  searchOf,
  useSearchedChoice,
} from "@/app/_ui/table/searched-choice";

type Props = { value: string | null; onChange: (code: string | null) => void };

/** The partner of all rows. The value is the partner's code. */
export function PartnerChoice({ value, onChange }: Props) {
  const trpc = useTRPC();
  const field = useSearchedChoice(value);
  const chosen = chosenOf(field, {
    data: value === null ? undefined : { value, label: value },
    isError: false,
  });
  const search = searchOf(field, chosen).slice(0, 80);
  const found = useQuery(
    trpc.partners.list.queryOptions(
      { limit: MAX_OPTIONS, ...(search && { search }) },
      {
        placeholderData: keepPreviousData,
        select: ({ data }) => data.map(({ code, name }) => ({ value: code, label: name })),
      },
    ),
  );
  return (
    <Input.Wrapper
      label="Partner"
      labelElement="div"
      description="Optional. Leave it empty if each row names its partner in the column partner."
    >
      <SearchedChoice
        isField
        label="Partner"
        any="Named in each row"
        field={field}
        chosen={chosen}
        found={found}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
