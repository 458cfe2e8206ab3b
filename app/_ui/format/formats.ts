import { decimalOf, minorDigits, minorUnitsOf } from "@/server/core/currencies";

/** Formats numbers, money and dates in the user's language. */
export type Formats = ReturnType<typeof createFormats>;

/** Enough for every language that users have; requests choose it, so there must be a bound. */
const MAX_LANGUAGES = 100;
const languages = new Map<string, Formats>();

/**
 * The formats of a language; an unknown one falls back to English. They are kept, because creating
 * a format takes much longer than using it, and a page has hundreds of numbers and dates.
 */
export function formatsOf(locale: string): Formats {
  const known = languages.get(locale);
  if (known) return known;
  if (languages.size >= MAX_LANGUAGES) languages.clear();
  const made = createFormats(locale);
  languages.set(locale, made);
  return made;
}

function createFormats(locale: string) {
  const numbers = new Intl.NumberFormat(locale);
  const number = keptFormats((options: Intl.NumberFormatOptions) =>
    Intl.NumberFormat(locale, options),
  );
  const date = keptFormats((options: Intl.DateTimeFormatOptions) =>
    Intl.DateTimeFormat(locale, options),
  );
  const money = (currency: string, maxDigits: number) => {
    const digits = minorDigits(currency);
    const maximumFractionDigits = Math.max(digits, maxDigits);
    const options = { style: "currency", currency, maximumFractionDigits } as const;
    return number(`${currency} ${maxDigits}`, { ...options, minimumFractionDigits: digits });
  };
  // A day is the same everywhere, so it is not converted to the user's time zone.
  const day = (name: string, options: Intl.DateTimeFormatOptions, of: string) =>
    date(name, { ...options, timeZone: "UTC" }).format(Date.parse(of));
  const separators = separatorsOf(numbers);
  return {
    locale,
    number: (value: number) => numbers.format(value),
    /** A compact number: "12K". */
    shortNumber: (value: number) => number("short", { notation: "compact" }).format(value),
    /** A compact amount without minor units: "€4.5K". */
    shortMoney: (minorUnits: number, currency: string) =>
      number(`short ${currency}`, { ...SHORT_MONEY, currency }).format(
        decimalOf(minorUnits, currency) as Intl.StringNumericLiteral,
      ),
    /** A share from 0 to 1 as a percentage. A value above zero never shows as zero. */
    share: (value: number) => {
      const shares = number("share", { style: "percent", maximumFractionDigits: 1 });
      return value > 0 && value < 0.001 ? `<${shares.format(0.001)}` : shares.format(value);
    },
    /** A number that is already a percentage. */
    percentage: (value: number) =>
      number("percentage", { style: "percent", maximumFractionDigits: 2 }).format(value / 100),
    /** An amount in minor units. Intl gets the digits as text, which avoids floats. */
    money: (minorUnits: number, currency: string) =>
      money(currency, 0).format(decimalOf(minorUnits, currency) as Intl.StringNumericLiteral),
    /** An exact decimal amount, finer than the currency's minor unit. */
    exactMoney: (decimal: string, currency: string) =>
      money(currency, EXACT_DIGITS).format(decimal as Intl.StringNumericLiteral),
    /** An amount without its currency, as typed into a field. */
    typedMoney: (minorUnits: number, currency: string) =>
      decimalOf(minorUnits, currency).replace(".", separators.decimal),
    /** Parses a typed amount into minor units; null if it is not an amount in this currency. */
    readMoney: (text: string, currency: string) => readMoney(text, currency, separators),
    /** A UTC day, `YYYY-MM-DD`. */
    day: (of: string) => day("day", { dateStyle: "medium" }, of),
    shortDay: (of: string) => day("short day", { month: "short", day: "numeric" }, of),
    /** A UTC month, `YYYY-MM`. */
    month: (of: string) => day("month", { month: "long", year: "numeric" }, `${of}-01`),
    shortMonth: (of: string) => day("short month", { month: "short", year: "numeric" }, `${of}-01`),
    /** A time, in the user's time zone unless another is given. */
    moment: (at: string, timeZone?: "UTC") =>
      date(`moment ${timeZone}`, { ...MOMENT, timeZone }).format(Date.parse(at)),
    /** The same with seconds and without the year, as in logs. */
    exactMoment: (at: string, timeZone?: "UTC") =>
      date(`exact ${timeZone}`, { ...EXACT_MOMENT, timeZone }).format(Date.parse(at)),
    /** The time of day, in the user's time zone. */
    timeOfDay: (at: string) =>
      date("time", { hour: "2-digit", minute: "2-digit" }).format(Date.parse(at)),
    /** The time of day with seconds, in the user's time zone. */
    exactTime: (at: string) => date("exact time", { timeStyle: "medium" }).format(Date.parse(at)),
    /** A day and an hour, in the user's time zone. */
    dayAndHour: (at: string) =>
      date("hour", { month: "short", day: "numeric", hour: "numeric" }).format(Date.parse(at)),
  };
}

/** Creates each format when it is first used, by a name that stands for its options. */
function keptFormats<Options, Format>(create: (options: Options) => Format) {
  const kept = new Map<string, Format>();
  return (name: string, options: Options): Format => {
    const known = kept.get(name);
    if (known) return known;
    const made = create(options);
    kept.set(name, made);
    return made;
  };
}

const SHORT_MONEY = {
  style: "currency",
  notation: "compact",
  maximumFractionDigits: 1,
  minimumFractionDigits: 0,
} as const;
const MOMENT = { dateStyle: "medium", timeStyle: "short" } as const;
const EXACT_MOMENT = {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
} as const;
const EXACT_DIGITS = 8;

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

/** A rate: "1,200/min". A limit is shown with its burst, by `limitText()`. */
export function perMinute(count: number): string {
  return `${count.toLocaleString("en")}/min`;
}

type Peaks = { peakPerMinute: number; peakTenSeconds: number | null };

/** The peaks of a key: "peak 70/min, 80 in 10 s". The second is unknown in old limit requests. */
export function peaksText({ peakPerMinute, peakTenSeconds }: Peaks): string {
  const burst = peakTenSeconds === null ? "" : `, ${peakTenSeconds.toLocaleString("en")} in 10 s`;
  return `peak ${perMinute(peakPerMinute)}${burst}`;
}
