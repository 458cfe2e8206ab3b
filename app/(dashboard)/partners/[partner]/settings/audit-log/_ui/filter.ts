import { createLoader, type inferParserType, parseAsString } from "nuqs/server";
import { daysBefore } from "@/app/_ui/format/time";
import { parseAsChoice } from "@/app/_ui/table/parsers";
import { WHEN_CHOICES } from "@/app/(dashboard)/_audit/when";

/** The filters of the log, as stored in the URL. */
export const FILTER = {
  actor: parseAsString,
  action: parseAsString,
  subject: parseAsString,
  when: parseAsChoice(WHEN_CHOICES),
};

export const loadFilter = createLoader(FILTER);

type Filter = inferParserType<typeof FILTER>;

/** The input of the query. */
export function auditQuery({ actor, action, subject, when }: Filter, nowMs: number) {
  return {
    ...(actor && { actor: actor.slice(0, 100) }),
    ...(action && { action }),
    ...(subject && { subject: subject.slice(0, 100) }),
    ...(when && { after: daysBefore(nowMs, Number.parseInt(when, 10)) }),
  };
}
