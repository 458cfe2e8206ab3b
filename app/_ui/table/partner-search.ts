import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Option } from "@/app/_ui/form/searchable-select";
import { MAX_OPTIONS, searchOf, type useSearchedChoice } from "./searched-choice";

type Named = { id: string; code: string; name: string };

/** The partners that match the text of a searched choice, for operators. */
export function usePartnerSearch(
  field: ReturnType<typeof useSearchedChoice>,
  chosen: Option | null,
  optionOf: (partner: Named) => Option,
) {
  const trpc = useTRPC();
  const search = searchOf(field, chosen).slice(0, 80);
  return useQuery(
    trpc.partners.list.queryOptions(
      { limit: MAX_OPTIONS, ...(search && { search }) },
      {
        enabled: field.hasOpened,
        placeholderData: keepPreviousData,
        select: ({ data }) => data.map(optionOf),
      },
    ),
  );
}
