import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { SearchedFilter } from "@/app/_ui/table/searched-filter";

type Props = { value: string | null; onChange: (keyId: string | null) => void };

/** A filter by key, also by a revoked one. The value is the key's ID. */
export function KeyFilter(props: Props) {
  const { keys } = useTRPC();
  const partner = usePartnerCode();
  return (
    <SearchedFilter
      {...props}
      label="Key"
      any="All keys"
      row={(keyId) => keys.get.queryOptions({ partner, keyId })}
      rows={(search) => keys.list.queryOptions({ partner, ...search })}
      optionOf={({ id, label, tail }) => ({ value: id, label: `${label} …${tail}` })}
    />
  );
}
