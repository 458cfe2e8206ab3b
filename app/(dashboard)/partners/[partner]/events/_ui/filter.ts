import type { inferParserType } from "nuqs/server";
import { parseAsChoice, parseAsId, parseAsSearch, parseAsSelected } from "@/app/_ui/table/parsers";
import { spanOf, TIME_RANGE } from "@/app/_ui/table/time-range";
import { type EventGroup, typeChoices } from "../../../../_webhooks/event-types";

/** The filters of the events, as stored in the URL; `event` is the selected one. */
export function filterOf(groups: readonly EventGroup[]) {
  return {
    subject: parseAsSearch,
    type: parseAsChoice(typeChoices(groups)),
    /** A partner's ID, on the operators' page. */
    partner: parseAsId,
    ...TIME_RANGE,
    event: parseAsSelected,
  };
}
type Filter = inferParserType<ReturnType<typeof filterOf>>;

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
