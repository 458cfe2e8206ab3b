import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import type { Option } from "@/app/_ui/form/searchable-select";
import {
  chosenOf,
  MAX_OPTIONS,
  SearchedChoice,
  searchOf,
  useSearchedChoice,
} from "@/app/_ui/table/searched-choice";

type Props = { value: string | null; onChange: (keyId: string | null) => void };

/** A filter by key, also by a revoked one. The value is the key's ID. */
export function KeyFilter({ value, onChange }: Props) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const field = useSearchedChoice(value);
  const read = useQuery(
    trpc.keys.get.queryOptions(
      { partner, keyId: value ?? "" },
      { enabled: field.isUnread, select: optionOf },
    ),
  );
  const chosen = chosenOf(field, read);
  const search = searchOf(field, chosen).slice(0, 200);
  const found = useQuery(
    trpc.keys.list.queryOptions(
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
      label="Key"
      any="All keys"
      field={field}
      chosen={chosen}
      found={found}
      onChange={onChange}
    />
  );
}

function optionOf({ id, label, tail }: ApiKey): Option {
  return { value: id, label: `${label} …${tail}` };
}
