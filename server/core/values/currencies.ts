// ISO 4217. Intl uses CLDR instead, which gives many currencies fewer decimals than the standard.
const WITHOUT_MINOR_UNIT =
  "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ");
const THOUSANDTHS = "BHD IQD JOD KWD LYD OMR TND".split(" ");
const TEN_THOUSANDTHS = "CLF UYW".split(" ");

/** The currencies whose amounts do not have two decimals, by their number of decimals. */
export const OTHER_DIGITS = [
  [0, WITHOUT_MINOR_UNIT],
  [3, THOUSANDTHS],
  [4, TEN_THOUSANDTHS],
] as const;

const DIGITS = new Map(
  OTHER_DIGITS.flatMap(([digits, codes]) => codes.map((code) => [code, digits] as const)),
);

/** The largest amount of one price or charge, in minor units; a database constraint as well. */
export const MAX_AMOUNT = 1_000_000_000_000;

/** The number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  return DIGITS.get(currency) ?? 2;
}

/** Minor units as a decimal: 1999 EUR is "19.99". Computed without floats. */
export function decimalOf(minorUnits: number, currency: string): string {
  const digits = minorDigits(currency);
  const sign = minorUnits < 0 ? "-" : "";
  const text = String(Math.abs(minorUnits)).padStart(digits + 1, "0");
  if (digits === 0) return sign + text;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/**
 * The minor units of a decimal such as "19.9"; null if it is malformed or has too many decimals.
 */
export function minorUnitsOf(decimal: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const [, whole, fraction = ""] = /^(\d{1,13})(?:\.(\d*))?$/.exec(decimal) ?? [];
  if (whole === undefined || fraction.length > digits) return null;
  const minorUnits = Number(whole + fraction.padEnd(digits, "0"));
  return Number.isSafeInteger(minorUnits) ? minorUnits : null;
}

const FORMATS = new Map<string, Intl.NumberFormat>();
const MOST_FORMATS = 200;

/** An amount in minor units as people read it: 490 EUR is "€4.90". */
export function moneyText(minorUnits: number, currency: string): string {
  const decimal = decimalOf(minorUnits, currency);
  if (!/^[A-Z]{3}$/.test(currency)) return `${currency} ${decimal}`;
  // Kept, because creating a format takes longer than using it.
  if (FORMATS.size >= MOST_FORMATS) FORMATS.clear();
  const digits = minorDigits(currency);
  const format =
    FORMATS.get(currency) ??
    new Intl.NumberFormat("en", {
      style: "currency",
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  FORMATS.set(currency, format);
  return format.format(decimal as Intl.StringNumericLiteral).replace("\u00a0", " ");
}
