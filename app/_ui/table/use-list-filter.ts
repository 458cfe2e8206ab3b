import { type UseQueryStatesKeysMap, useQueryStates, type Values } from "nuqs";
import { useEffect, useState } from "react";
import { currentMs } from "@/app/_ui/format/clock";
import { HOUR_MS } from "@/app/_ui/format/time";
import { type FilterChange, filterField } from "./filter-field";

/**
 * The filters of a list, which are in the URL, and the props of their fields. `openedMs`: when the
 * page was requested; relative ranges count back from then, from when they were chosen, or from when
 * the user came back to the page after an hour or more.
 */
export function useListFilter<Parsers extends UseQueryStatesKeysMap>(
  parsers: Parsers,
  openedMs = 0,
) {
  type Filter = Values<Parsers>;
  const [filter, setFilter] = useQueryStates(parsers);
  const [anchorMs, setAnchorMs] = useState(openedMs);
  useEffect(() => {
    // A laptop may have slept for days, and "Last hour" would be the days since.
    const follow = () => {
      const now = currentMs();
      if (!document.hidden) setAnchorMs((before) => (now - before < HOUR_MS ? before : now));
    };
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, []);
  const change = (part: FilterChange<Filter>) => {
    if ("range" in part && part.range) setAnchorMs(currentMs());
    void setFilter(part);
  };
  const field = filterField(filter, change);
  return {
    filter,
    setFilter,
    anchorMs,
    field,
    clear: () => void setFilter(null),
    /** The props of the search, whose parser has "" as its default. */
    search: (name: keyof Filter) => ({
      value: String(filter[name]),
      onChange: (text: string) => field(name).onChange((text || null) as Filter[typeof name]),
    }),
    time: { filter, openedMs: anchorMs, onChange: change },
  };
}
