import {
  createLoader,
  type inferParserType,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

/** How far back "when" may reach, in days. */
const WHEN = { "1d": 1, "7d": 7, "30d": 30, "90d": 90 } as const;
export const WHEN_CHOICES = [
  { value: "1d", label: "Since yesterday" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
] as const;

/** The filters of the log, as they stand in the address. */
export const FILTER = {
  actor: parseAsString,
  action: parseAsString,
  subject: parseAsString,
  when: parseAsStringLiteral(WHEN_CHOICES.map(({ value }) => value)),
};
export type Filter = inferParserType<typeof FILTER>;

export const loadFilter = createLoader(FILTER);

const DAY_MS = 86_400_000;

/** What core is asked for. Days begin at midnight UTC, so that it stays the same question all day. */
export function auditQuery({ actor, action, subject, when }: Filter, nowMs: number) {
  return {
    ...(actor && { actor: actor.slice(0, 100) }),
    ...(action && { action }),
    ...(subject && { subject: subject.slice(0, 100) }),
    ...(when && { after: daysBefore(nowMs, WHEN[when]) }),
  };
}

function daysBefore(nowMs: number, days: number): string {
  const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return new Date(midnight - days * DAY_MS).toISOString();
}
