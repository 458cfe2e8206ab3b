import type { inferParserType } from "nuqs/server";
import { daysBefore } from "@/app/_ui/format/time";
import { parseAsChoice, parseAsId, parseAsSearch } from "@/app/_ui/table/parsers";
import { WHEN_CHOICES } from "@/app/(dashboard)/_audit/when";

export type ActionChoice = { value: string; label: string };

/** The filters of the list, as stored in the URL. `search` matches the actor. */
export const filterOf = (actions: readonly ActionChoice[]) => ({
  search: parseAsSearch,
  action: parseAsChoice(actions),
  when: parseAsChoice(WHEN_CHOICES),
  partner: parseAsId,
});

const MAX_ACTOR = 100;

/** The input of the query. */
export function auditQuery(filter: inferParserType<ReturnType<typeof filterOf>>, nowMs: number) {
  const { action, when, partner } = filter;
  const actor = filter.search.trim().slice(0, MAX_ACTOR);
  return {
    ...(actor !== "" && { actor }),
    ...(action && { action }),
    ...(when && { after: daysBefore(nowMs, Number.parseInt(when, 10)) }),
    ...(partner && { partnerId: partner }),
  };
}
