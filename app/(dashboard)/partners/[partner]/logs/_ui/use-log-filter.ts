import { useQueryStates } from "nuqs";
import { useState } from "react";
import type { FilterChange } from "@/app/_ui/table/filter-field";
import { FILTER, type Filter, logsQuery, NO_FILTER } from "./filter";

/** The log's filters from the URL, and the query input made of them. */
export function useLogFilter(openedMs: number | (() => number)) {
  const [filter, setFilter] = useQueryStates(FILTER);
  const [anchorMs, setAnchorMs] = useState(openedMs);
  const query = logsQuery(filter, anchorMs);
  const clear = () => void setFilter(NO_FILTER);
  const bar = {
    filter,
    openedMs: anchorMs,
    onChange(change: FilterChange<Filter>) {
      if (change.range) setAnchorMs(Date.now());
      void setFilter(change);
    },
    onClear: clear,
  };
  return { filter, setFilter, query, clear, bar };
}
