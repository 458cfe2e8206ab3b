import { decimalOf, minorDigits, minorUnitsOf } from "@/server/core/values/currencies";
import { asciiNumber } from "@/server/core/values/digits";

/**
 * Every text is in English, so numbers and dates are too, whatever the browser's language: a page
 * in two languages, or with other digits, is harder to read and to quote.
 */
const LOCALE = "en";

/** Formats numbers, money and dates. */
export type Formats = ReturnType<typeof createFormats>;

/** Undefined: the user's. No time is formatted without one, because the server's is another. */
export type Zone = "UTC" | undefined;

const EXACT_MOMENT = {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
} as const;

function createFormats() {
  const numbers = new Intl.NumberFormat(LOCALE);
  const number = keptFormats((options: Intl.NumberFormatOptions) =>
    Intl.NumberFormat(LOCALE, options),
  );
  const date = keptFormats((options: Intl.DateTimeFormatOptions) =>
    Intl.DateTimeFormat(LOCALE, options),
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
  const timeAs = (name: string, options: Intl.DateTimeFormatOptions) => (at: string, zone: Zone) =>
    date(`${name} ${zone}`, { ...options, timeZone: zone }).format(Date.parse(at));
  return {
    number: (value: number) => numbers.format(value),
    /** A compact number: "12K". */
    shortNumber: (value: number) => number("short", { notation: "compact" }).format(value),
    /** The amounts of an axis: "€4.5K". In full if not all are whole: "€0.00", "€0.50". */
    axisMoney: (ticks: readonly number[], currency: string) => {
      const isWhole = ticks.every((tick) => tick % 10 ** minorDigits(currency) === 0);
      const short = number(`short ${currency}`, { ...SHORT_MONEY, currency });
      const format = isWhole ? short : money(currency, 0);
      return ticks.map((tick) => formatAmount(format, tick, currency));
    },
    /** A share from 0 to 1 as a percentage. A value above zero never shows as zero. */
    share: (value: number) => {
      const shares = number("share", { style: "percent", maximumFractionDigits: 1 });
      return value > 0 && value < 0.001 ? `<${shares.format(0.001)}` : shares.format(value);
    },
    /** A number that is already a percentage. */
    percentage: (value: number) => number("percentage", PERCENT).format(value / 100),
    /** `20% – 30%`; one percentage if both are the same. */
    percentages: (min: number, max: number) => {
      const percent = number("percentage", PERCENT);
      return min === max ? percent.format(min / 100) : percent.formatRange(min / 100, max / 100);
    },
    /** An amount in minor units. */
    money: (minorUnits: number, currency: string) =>
      formatAmount(money(currency, 0), minorUnits, currency),
    /** An exact decimal amount, finer than the currency's minor unit. */
    exactMoney: (decimal: string, currency: string) =>
      money(currency, EXACT_DIGITS).format(decimal as Intl.StringNumericLiteral),
    /** An amount whose currency is named elsewhere, such as in the head of its table: `1,299.50`. */
    amount: (minorUnits: number, currency: string) => {
      const options = { minimumFractionDigits: minorDigits(currency) };
      return formatAmount(number(`amount ${currency}`, options), minorUnits, currency);
    },
    /** An amount without its currency, as typed into a field. */
    typedMoney: decimalOf,
    /** Parses a typed amount into minor units; null if it is not an amount in this currency. */
    readMoney,
    /** A UTC day, `YYYY-MM-DD`. */
    day: (of: string) => day("day", { dateStyle: "medium" }, of),
    shortDay: (of: string) => day("short day", { month: "short", day: "numeric" }, of),
    /** A UTC month, `YYYY-MM`. */
    month: (of: string) => day("month", { month: "long", year: "numeric" }, `${of}-01`),
    shortMonth: (of: string) => day("short month", { month: "short", year: "numeric" }, `${of}-01`),
    date: timeAs("date", { dateStyle: "medium" }),
    moment: timeAs("moment", { dateStyle: "medium", timeStyle: "short" }),
    /** The same with seconds and without the year, as in logs. */
    exactMoment: timeAs("exact", EXACT_MOMENT),
    timeOfDay: timeAs("time", { hour: "numeric", minute: "2-digit" }),
    /** The time of day with seconds. */
    exactTime: timeAs("exact time", { timeStyle: "medium" }),
    dayAndHour: timeAs("hour", { month: "short", day: "numeric", hour: "numeric" }),
  };
}

/** The formats of every page, because creating a format takes much longer than using it. */
export const FORMATS = createFormats();

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

// Intl gets the digits as text, which avoids floats.
function formatAmount(format: Intl.NumberFormat, minorUnits: number, currency: string): string {
  return format.format(decimalOf(minorUnits, currency) as Intl.StringNumericLiteral);
}

const PERCENT = { style: "percent", maximumFractionDigits: 2 } as const;

const SHORT_MONEY = {
  style: "currency",
  notation: "compact",
  maximumSignificantDigits: 3,
} as const;
const EXACT_DIGITS = 8;

// Groups must be complete: "12,50" is meant as 12.50, not as 1250.
function readMoney(text: string, currency: string): number | null {
  const [whole = "", fraction, ...more] = asciiNumber(text.trim()).split(".");
  if (more.length > 0) return null;
  const groups = whole.split(",");
  const isGrouped = groups.slice(1).every((digits) => /^\d{3}$/.test(digits));
  if (groups.length > 1 && (!isGrouped || !/^\d{1,3}$/.test(groups[0] ?? ""))) return null;
  return minorUnitsOf(groups.join("") + (fraction === undefined ? "" : `.${fraction}`), currency);
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
