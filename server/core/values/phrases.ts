import { moneyText } from "./currencies";

/**
 * The details stored in a row. Rows of earlier versions have fewer, so any field may be missing.
 */
export type Detail = Record<string, unknown>;

/** Strings and numbers as text; anything else is empty. */
export const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** The text after `words`; empty if the text is missing. */
export const after = (words: string, value: unknown): string =>
  text(value) === "" ? "" : `${words}${text(value)}`;

/** ` from A to B`. Missing values are left out; null becomes `none`. */
export function fromTo(before: unknown, to: unknown, none = "none"): string {
  const say = (value: unknown) => (value === null ? none : text(value));
  return after(" from ", say(before)) + after(" to ", say(to));
}

/** The value in parentheses, after a space; empty if it is missing. */
export const bracketed = (value: unknown): string =>
  text(value) === "" ? "" : ` (${text(value)})`;

/** What the text was before, in parentheses, after a space; empty if it is missing. */
export const previously = (value: string): string => (value === "" ? "" : ` (previously ${value})`);

export const count = (value: unknown): string =>
  typeof value === "number" ? value.toLocaleString("en-US") : text(value);

export const counted = (value: unknown, what: string): string =>
  `${count(value)} ${what}${value === 1 ? "" : "s"}`.trim();

export const listed = (names: unknown): string =>
  Array.isArray(names) ? names.map(text).join(", ") : "";

/** The name in quotation marks, or `(deleted)`. */
export const quoted = (name: unknown): string =>
  text(name) === "" ? "(deleted)" : `“${text(name)}”`;

/** `€9.90`, from minor units; empty where the currency is missing. */
export const money = (amount: unknown, currency: unknown): string =>
  Number.isSafeInteger(Number(amount)) && typeof currency === "string"
    ? moneyText(Number(amount), currency)
    : "";

/** `August 2026`, from `2026-08`. */
export const month = (period: unknown): string =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(text(period))
    ? MONTH.format(Date.parse(`${text(period)}-01`))
    : text(period);

const MONTH = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

/** `2026-11-22 10:15 UTC`, from an ISO time. */
export const time = (iso: unknown): string =>
  text(iso).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/, "$1 $2 UTC");

/** `December 22, 2026 at 10:15 AM UTC`, from an ISO time. */
export const moment = (iso: string): string => `${MOMENT.format(Date.parse(iso))} UTC`;

const MOMENT = new Intl.DateTimeFormat("en", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/** Renders `name: { before, after }` for each name in both `labels` and the detail. */
export function changes(
  detail: Detail,
  labels: Readonly<Record<string, string>>,
  say: (value: unknown, name: string) => string = text,
): string {
  const phrases = Object.entries(labels).flatMap(([name, label]) => {
    const change = detail[name];
    if (typeof change !== "object" || change === null) return [];
    const { before, after: to } = change as Detail;
    const shown = (value: unknown) => (value === null ? null : say(value, name));
    return [`the ${label}${fromTo(shown(before), shown(to))}`];
  });
  return phrases.join(" and ");
}

/** Fields of `after` that differ from those of `before`, as `name: { before, after }`. */
export function differences(before: Detail, to: Detail, names: readonly string[]): Detail {
  const changed = names.filter((name) => before[name] !== to[name]);
  return Object.fromEntries(
    changed.map((name) => [name, { before: before[name], after: to[name] }]),
  );
}

/** The prices that a higher floor raised. */
export const raised = ({ lifted }: Detail) =>
  typeof lifted === "number" && lifted > 0
    ? `; raised ${counted(lifted, "price")} to the minimum price`
    : "";
