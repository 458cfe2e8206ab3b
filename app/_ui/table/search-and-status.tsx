import { type ListFilter, StatusFilter } from "./filter-bar";

type Values<Status> = { search: string | null; status: Status | null };
type Options<Status extends string> = {
  /** The label of the search field. */
  label: string;
  options: Parameters<typeof StatusFilter<Status>>[0]["options"];
  value: Values<Status>;
  onChange: (change: Partial<Values<Status>>) => void;
};

/** The filters of a list that has a search and a status. */
export function searchAndStatus<Status extends string>({
  label,
  options,
  value: { search, status },
  onChange,
}: Options<Status>): ListFilter {
  return {
    search: {
      label,
      value: search ?? "",
      onChange: (next) => onChange({ search: next || null }),
    },
    chosen: [status],
    fields: (
      <StatusFilter
        options={options}
        value={status}
        onChange={(next) => onChange({ status: next })}
      />
    ),
    onClear: () => onChange({ search: null, status: null }),
  };
}
