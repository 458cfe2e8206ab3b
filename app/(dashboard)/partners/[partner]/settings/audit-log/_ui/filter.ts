import { createLoader, type inferParserType } from "nuqs/server";
import { daysBefore } from "@/app/_ui/format/time";
import { parseAsChoice, parseAsLine } from "@/app/_ui/table/parsers";
import { WHEN_CHOICES } from "@/app/(dashboard)/_audit/when";

/** The filters of the log, as stored in the URL. */
export const FILTER = {
  actor: parseAsLine,
  action: parseAsLine,
  subject: parseAsLine,
  when: parseAsChoice(WHEN_CHOICES),
};

export const loadFilter = createLoader(FILTER);

type Filter = inferParserType<typeof FILTER>;

/** The input of the query. */
export function auditQuery({ actor, action, subject, when }: Filter, nowMs: number) {
  return {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(subject && { subject }),
    ...(when && { after: daysBefore(nowMs, Number.parseInt(when, 10)) }),
  };
}
