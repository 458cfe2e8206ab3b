import { type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { ApiKey, KeyUsage } from "@/app/_trpc/types";
import { DAY_MS } from "@/app/_ui/format/time";
import { isLive, SHOWS } from "./arrange";

/** Keys that expire or are revoked within this many days need attention. */
const ENDING_DAYS = 14;
const SILENT_DAYS = 30;

export const CONDITION_CHOICES = [
  { value: "ending", label: "Expiring within 14 days" },
  { value: "limited", label: "Rate limited in the last 24 hours" },
  { value: "silent", label: "Unused for 30 days" },
  { value: "broad", label: "Has unused scopes" },
] as const;
type Condition = (typeof CONDITION_CHOICES)[number]["value"];

/** The filters of the list, as stored in the URL. */
export const FILTER = {
  search: parseAsString.withDefault(""),
  show: parseAsStringLiteral(SHOWS).withDefault("active"),
  which: parseAsStringLiteral(CONDITION_CHOICES.map(({ value }) => value)),
};
export type Filter = inferParserType<typeof FILTER>;

/** Whether the key ends within ENDING_DAYS. */
export function isEnding(key: Pick<ApiKey, "state" | "expiresAt">, nowMs: number): boolean {
  if (!isLive(key) || key.expiresAt === null) return false;
  return Date.parse(key.expiresAt) - nowMs < ENDING_DAYS * DAY_MS;
}

type Known = { usage: KeyUsage | undefined; nowMs: number };

const TESTS: Record<Condition, (key: ApiKey, known: Known) => boolean> = {
  ending: (key, { nowMs }) => isEnding(key, nowMs),
  limited: (_key, { usage }) => (usage?.rateLimited ?? 0) > 0,
  silent: (key, { nowMs }) =>
    isLive(key) && nowMs - Date.parse(key.lastUsedAt ?? key.createdAt) > SILENT_DAYS * DAY_MS,
  broad: (key, { usage }) => isLive(key) && (usage?.unusedScopes.length ?? 0) > 0,
};

/** The matching keys: by part of the label, first or last characters of the key, or its full ID. */
export function matching(
  keys: readonly ApiKey[],
  { search, which }: Pick<Filter, "search" | "which">,
  known: { usage: ReadonlyMap<string, KeyUsage>; nowMs: number },
): ApiKey[] {
  const text = search.trim().toLowerCase();
  return keys.filter((key) => {
    const texts = [key.label, `${key.head}...${key.tail}`, key.id, ...key.scopes];
    if (text !== "" && !texts.some((one) => one.toLowerCase().includes(text))) return false;
    return which === null || TESTS[which](key, { ...known, usage: known.usage.get(key.id) });
  });
}
