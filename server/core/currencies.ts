// ISO 4217. Intl goes by CLDR instead, which gives many a currency fewer digits than the standard.
const WITHOUT_MINOR_UNIT =
  "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ");
const THOUSANDTHS = "BHD IQD JOD KWD LYD OMR TND".split(" ");
const TEN_THOUSANDTHS = "CLF UYW".split(" ");

/** By how many decimals their amounts have: the currencies that have not two. */
export const OTHER_DIGITS = [
  [0, WITHOUT_MINOR_UNIT],
  [3, THOUSANDTHS],
  [4, TEN_THOUSANDTHS],
] as const;

const DIGITS = new Map(
  OTHER_DIGITS.flatMap(([digits, codes]) => codes.map((code) => [code, digits] as const)),
);

/** The largest amount of one price or charge, in minor units; the database holds it too. */
export const MAX_AMOUNT = 1_000_000_000_000;

/** How many decimals an amount in this currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  return DIGITS.get(currency) ?? 2;
}

/** A whole number of minor units as a decimal of the currency: 1999 EUR is "19.99". Never a float. */
export function decimalOf(minorUnits: number, currency: string): string {
  const digits = minorDigits(currency);
  const sign = minorUnits < 0 ? "-" : "";
  const text = String(Math.abs(minorUnits)).padStart(digits + 1, "0");
  if (digits === 0) return sign + text;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The minor units of a decimal such as "19.9"; null where it is none, or finer than the currency. */
export function minorUnitsOf(decimal: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const [, whole, fraction = ""] = /^(\d{1,13})(?:\.(\d*))?$/.exec(decimal) ?? [];
  if (whole === undefined || fraction.length > digits) return null;
  const minorUnits = Number(whole + fraction.padEnd(digits, "0"));
  return Number.isSafeInteger(minorUnits) ? minorUnits : null;
}
