import {
  keepPreviousData,
  type QueryFunction,
  type QueryKey,
  useQuery,
} from "@tanstack/react-query";
import type { Option } from "@/app/_ui/form/searchable-select";
import {
  chosenOf,
  MAX_OPTIONS,
  SearchedChoice,
  searchOf,
  useSearchedChoice,
} from "./searched-choice";

type Query<Data, Key extends QueryKey> = { queryKey: Key; queryFn?: QueryFunction<Data, Key> };

type Props<Row, RowKey extends QueryKey, ListKey extends QueryKey> = {
  label: string;
  any: string;
  optionOf: (row: Row) => Option;
  /** The query of the row with this ID. */
  row: (id: string) => Query<Row, RowKey>;
  /** The query of the rows that a search finds. */
  rows: (input: { limit: number; search?: string }) => Query<{ data: Row[] }, ListKey>;
  value: string | null;
  onChange: (id: string | null) => void;
};

/** A filter by one of so many rows that the server searches them. The value is the row's ID. */
export function SearchedFilter<Row, RowKey extends QueryKey, ListKey extends QueryKey>({
  optionOf,
  row,
  rows,
  value,
  ...props
}: Props<Row, RowKey, ListKey>) {
  const field = useSearchedChoice(value);
  const read = useQuery({ ...row(value ?? ""), enabled: field.isUnread, select: optionOf });
  const chosen = chosenOf(field, read);
  const search = searchOf(field, chosen).slice(0, 200);
  const found = useQuery({
    ...rows({ limit: MAX_OPTIONS, ...(search && { search }) }),
    enabled: field.hasOpened,
    placeholderData: keepPreviousData,
    select: ({ data }) => data.map(optionOf),
  });
  return <SearchedChoice {...props} field={field} chosen={chosen} found={found} />;
}
