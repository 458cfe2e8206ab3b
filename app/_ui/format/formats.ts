import { decimalOf, minorDigits, minorUnitsOf } from "@/server/core/currencies";

/** Formats numbers, money and dates in the user's language. */
export type Formats = ReturnType<typeof formatsOf>;

/** Creates the formats of a language; an unknown one falls back to English. */
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
    /** A compact number: "12K". */
    shortNumber: (value: number) => shortNumbers.format(value),
    /** A compact amount without minor units: "€4.5K". */
    shortMoney: (minorUnits: number, currency: string) =>
      new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        notation: "compact",
        maximumFractionDigits: 1,
        minimumFractionDigits: 0,
      }).format(decimalOf(minorUnits, currency) as Intl.StringNumericLiteral),
    /** A share from 0 to 1 as a percentage. A value above zero never shows as zero. */
    share: (value: number) =>
      value > 0 && value < 0.001 ? `<${shares.format(0.001)}` : shares.format(value),
    /** A number that is already a percentage. */
    percentage: (value: number) =>
      new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(
        value / 100,
      ),
    /** An amount in minor units. Intl gets the digits as text, which avoids floats. */
    money: (minorUnits: number, currency: string) =>
      moneyFormat(locale, currency).format(
        decimalOf(minorUnits, currency) as Intl.StringNumericLiteral,
      ),
    /** An exact decimal amount, finer than the currency's minor unit. */
    exactMoney: (decimal: string, currency: string) =>
      moneyFormat(locale, currency, EXACT_DIGITS).format(decimal as Intl.StringNumericLiteral),
    /** An amount without its currency, as typed into a field. */
    typedMoney: (minorUnits: number, currency: string) =>
      decimalOf(minorUnits, currency).replace(".", separators.decimal),
    /** Parses a typed amount into minor units; null if it is not an amount in this currency. */
    readMoney: (text: string, currency: string) => readMoney(text, currency, separators),
    /** A UTC day, `YYYY-MM-DD`. */
    day: (day: string) => days.format(Date.parse(day)),
    shortDay: (day: string) => shortDays.format(Date.parse(day)),
    /** A UTC month, `YYYY-MM`. */
    month: (month: string) => months.format(Date.parse(`${month}-01`)),
    shortMonth: (month: string) => shortMonths.format(Date.parse(`${month}-01`)),
    /** A time, in the user's time zone unless another is given. */
    moment: (at: string, timeZone?: string) =>
      new Intl.DateTimeFormat(locale, { ...MOMENT, timeZone }).format(Date.parse(at)),
    /** The same with seconds and without the year, as in logs. */
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

// A day is the same everywhere, so it is not converted to the user's time zone.
function dayFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
}

const EXACT_DIGITS = 8;
const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormat(locale: string, currency: string, maxDigits = 0): Intl.NumberFormat {
  const key = `${locale} ${currency} ${maxDigits}`;
  const known = moneyFormats.get(key);
  if (known) return known;
  const digits = minorDigits(currency);
  const made = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.max(digits, maxDigits),
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

// Groups must be complete: "12,50" with a comma as the decimal separator is not 1250.
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

// Keyboards have one space and one apostrophe; languages use several.
function plainly(text: string): string {
  return text.replace(/\s/gu, " ").replace(/[’ʼ]/gu, "'");
}

/** The first supported language of an Accept-Language header, or English. */
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
