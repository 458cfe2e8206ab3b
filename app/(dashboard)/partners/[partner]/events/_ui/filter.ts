import { createLoader, createParser, type inferParserType, parseAsString } from "nuqs/server";
import { parseAsSearch } from "@/app/_ui/table/parsers";
import { spanOf, TIME_RANGE } from "@/app/_ui/table/time-range";

/** The filters of the events, as stored in the URL; `event` is the selected one. */
export const FILTER = {
  subject: parseAsSearch,
  type: parseAsString,
  /** A partner's ID, on the operators' page. */
  partner: parseAsString,
  ...TIME_RANGE,
  // Bounded, because no ID is longer.
  event: createParser({ parse: (id) => id.slice(0, 40), serialize: String }),
};
export type Filter = inferParserType<typeof FILTER>;

export const loadFilter = createLoader(FILTER);

const MAX_SUBJECT = 100;

/** The input of the query; ranges count back from `openedMs`. */
export function eventsQuery({ subject, type, partner, ...time }: Filter, openedMs: number) {
  const text = subject.trim().slice(0, MAX_SUBJECT);
  return {
    ...(text !== "" && { subject: text }),
    ...(type && { type }),
    ...(partner && { partnerId: partner }),
    ...spanOf(time, openedMs),
  };
}
