import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Option } from "@/app/_ui/form/searchable-select";
import { usePartnerSearch } from "./partner-search";
import { chosenOf, SearchedChoice, useSearchedChoice } from "./searched-choice";

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
  const found = usePartnerSearch(field, chosen, optionOf);
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
