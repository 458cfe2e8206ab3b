import { parseAsString } from "nuqs/server";
import { daysBefore } from "@/app/_ui/format/time";
import { ACTIONS, type Action } from "@/server/core/access";

export const SINCE_CHOICES = [
  { value: "1d", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
] as const;

/** The filters of the list, as stored in the URL. `search` matches the actor. */
export const FILTER = {
  search: parseAsString.withDefault(""),
  action: parseAsString,
  since: parseAsString,
  partner: parseAsString,
};

const ACTION_NAMES = Object.keys(ACTIONS) as Action[];

/** All actions with readable labels: "key.limit_set" is "Key: limit set". */
export const ACTION_CHOICES = ACTION_NAMES.map((value) => {
  const [noun = "", verb = ""] = value.replaceAll("_", " ").split(".");
  return { value, label: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${verb}` };
}).sort((a, b) => a.label.localeCompare(b.label));

type Chosen = {
  search: string;
  action: string | null;
  since: string | null;
  partnerId: string | null;
};

const MAX_ACTOR = 100;

/** The input of the query. */
export function auditQuery({ search, action, since, partnerId }: Chosen, nowMs: number) {
  const actor = search.trim().slice(0, MAX_ACTOR);
  const named = ACTION_NAMES.find((name) => name === action);
  const range = SINCE_CHOICES.find(({ value }) => value === since);
  return {
    ...(actor !== "" && { actor }),
    ...(named && { action: named }),
    ...(range && { after: daysBefore(nowMs, Number.parseInt(range.value, 10)) }),
    ...(partnerId !== null && { partnerId }),
  };
}
