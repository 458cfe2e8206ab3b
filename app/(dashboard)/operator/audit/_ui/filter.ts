import {
  createLoader,
  type inferParserType,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { daysBefore } from "@/app/_ui/format/time";
import { parseAsChoice } from "@/app/_ui/table/parse-as-choice";
import { ACTIONS, type Action } from "@/server/core/access";

export const SINCE_CHOICES = [
  { value: "1d", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
] as const;

const ACTION_NAMES = Object.keys(ACTIONS) as Action[];

/** The filters of the list, as stored in the URL. `search` matches the actor. */
export const FILTER = {
  search: parseAsString.withDefault(""),
  action: parseAsStringLiteral(ACTION_NAMES),
  since: parseAsChoice(SINCE_CHOICES),
  partner: parseAsString,
};

export const loadFilter = createLoader(FILTER);

/** All actions with readable labels: "key.limit_set" is "Key: limit set". */
export const ACTION_CHOICES = ACTION_NAMES.map((value) => {
  const [noun = "", verb = ""] = value.replaceAll("_", " ").split(".");
  return { value, label: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${verb}` };
}).sort((a, b) => a.label.localeCompare(b.label));

const MAX_ACTOR = 100;

/** The input of the query. */
export function auditQuery(filter: inferParserType<typeof FILTER>, nowMs: number) {
  const { action, since, partner } = filter;
  const actor = filter.search.trim().slice(0, MAX_ACTOR);
  return {
    ...(actor !== "" && { actor }),
    ...(action && { action }),
    ...(since && { after: daysBefore(nowMs, Number.parseInt(since, 10)) }),
    ...(partner && { partnerId: partner }),
  };
}
