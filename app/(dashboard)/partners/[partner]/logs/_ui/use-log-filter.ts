import { useQueryStates } from "nuqs";
import { useState } from "react";
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
    onChange(change: Partial<{ [Name in keyof Filter]: Filter[Name] | null }>) {
      if (change.range) setAnchorMs(Date.now());
      void setFilter(change);
    },
    onClear: clear,
  };
  return { filter, setFilter, query, clear, bar };
}
