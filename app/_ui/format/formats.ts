import { decimalOf, minorDigits, minorUnitsOf } from "@/server/core/currencies";

/** What a reader's language makes of numbers, money and days. */
export type Formats = ReturnType<typeof formatsOf>;

/** Formats in a language; what is unknown falls back to English. */
export function formatsOf(locale: string) {
  const numbers = new Intl.NumberFormat(locale);
  const shortNumbers = new Intl.NumberFormat(locale, { notation: "compact" });
  const shares = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const days = dayFormat(locale, { dateStyle: "medium" });
  const shortDays = dayFormat(locale, { month: "short", day: "numeric" });
  const months = dayFormat(locale, { month: "long", year: "numeric" });
  const shortMonths = dayFormat(locale, { month: "short", year: "numeric" });
  const separators = separatorsOf(numbers);
  return {
    locale,
    number: (value: number) => numbers.format(value),
    /** A number where there is little room: "12K". */
    shortNumber: (value: number) => shortNumbers.format(value),
    /** An amount where there is little room, and its cents do not matter: "€4.5K". */
    shortMoney: (minorUnits: number, currency: string) =>
      new Intl.NumberFormat(locale, {
        ...{ style: "currency", currency, notation: "compact", maximumFractionDigits: 1 },
        minimumFractionDigits: 0,
      }).format(decimalOf(minorUnits, currency) as Intl.StringNumericLiteral),
    /** A share of 0 to 1. What is more than nothing never reads as nothing. */
    share: (value: number) =>
      value > 0 && value < 0.001 ? `<${shares.format(0.001)}` : shares.format(value),
    /** A number that is a percentage already. */
    percentage: (value: number) =>
      new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(
        value / 100,
      ),
    /** An amount in minor units. The digits go to Intl as text: no float in between. */
    money: (minorUnits: number, currency: string) =>
      moneyFormat(locale, currency).format(
        decimalOf(minorUnits, currency) as Intl.StringNumericLiteral,
      ),
    /** An amount that is finer than the currency's minor unit, as an exact decimal. */
    exactMoney: (decimal: string, currency: string) =>
      moneyFormat(locale, currency, EXACT_DIGITS).format(decimal as Intl.StringNumericLiteral),
    /** An amount without its currency, as one types it into a field. */
    typedMoney: (minorUnits: number, currency: string) =>
      decimalOf(minorUnits, currency).replace(".", separators.decimal),
    /** The minor units of what was typed; null where it is no amount of this currency. */
    readMoney: (text: string, currency: string) => readMoney(text, currency, separators),
    /** A UTC day, `YYYY-MM-DD`. */
    day: (day: string) => days.format(Date.parse(day)),
    shortDay: (day: string) => shortDays.format(Date.parse(day)),
    /** A UTC month, `YYYY-MM`. */
    month: (month: string) => months.format(Date.parse(`${month}-01`)),
    shortMonth: (month: string) => shortMonths.format(Date.parse(`${month}-01`)),
    /** A moment, in the reader's own zone unless another is named. */
    moment: (at: string, timeZone?: string) =>
      new Intl.DateTimeFormat(locale, { ...MOMENT, timeZone }).format(Date.parse(at)),
    /** The same to the second, and without its year: as logs have it. */
    exactMoment: (at: string, timeZone?: string) =>
      new Intl.DateTimeFormat(locale, { ...EXACT_MOMENT, timeZone }).format(Date.parse(at)),
  };
}

const MOMENT = { dateStyle: "medium", timeStyle: "short" } as const;
const EXACT_MOMENT = {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
} as const;

// A day is the same everywhere: it is not moved into the reader's zone.
function dayFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
}

const EXACT_DIGITS = 8;
const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormat(locale: string, currency: string, mostDigits = 0): Intl.NumberFormat {
  const key = `${locale} ${currency} ${mostDigits}`;
  const known = moneyFormats.get(key);
  if (known) return known;
  const digits = minorDigits(currency);
  const made = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.max(digits, mostDigits),
  });
  moneyFormats.set(key, made);
  return made;
}

type Separators = { decimal: string; group: string };

function separatorsOf(numbers: Intl.NumberFormat): Separators {
  const parts = numbers.formatToParts(1_234_567.5);
  const find = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  return { decimal: find("decimal") ?? ".", group: find("group") ?? "," };
}

// Groups must be whole: "12,50" typed by someone who writes a comma for a point is no 1250.
function readMoney(text: string, currency: string, { decimal, group }: Separators): number | null {
  const typed = plainly(text.trim());
  const plainGroup = plainly(group);
  const [whole = "", fraction, ...more] = typed.split(decimal);
  if (more.length > 0) return null;
  const groups = whole.split(plainGroup);
  const isGrouped = groups.slice(1).every((digits) => /^\d{3}$/.test(digits));
  if (groups.length > 1 && (!isGrouped || !/^\d{1,3}$/.test(groups[0] ?? ""))) return null;
  return minorUnitsOf(groups.join("") + (fraction === undefined ? "" : `.${fraction}`), currency);
}

// Keyboards have one space and one apostrophe; languages have several.
function plainly(text: string): string {
  return text.replace(/\s/gu, " ").replace(/[’ʼ]/gu, "'");
}

/** The first language of an Accept-Language header that can be formatted in; else English. */
export function localeOf(acceptLanguage: string | null): string {
  const wanted = (acceptLanguage ?? "")
    .slice(0, 200)
    .split(",")
    .map((entry) => entry.split(";")[0]?.trim() ?? "")
    .filter((tag) => /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8}){0,2}$/.test(tag));
  return Intl.NumberFormat.supportedLocalesOf(wanted.filter(isLocale))[0] ?? "en";
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** A limit or a rate: "1,200/min". */
export function perMinute(count: number): string {
  return `${count.toLocaleString("en")}/min`;
}
