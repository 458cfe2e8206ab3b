import { decimalOf } from "./currencies";

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = ["", "", ..."twenty thirty forty fifty sixty seventy eighty ninety".split(" ")];
const SCALES = ["", "thousand", "million", "billion", "trillion", "quadrillion"];

/** An amount in minor units in words: "One hundred sixty-two euros and 44/100". */
export function amountInWords(minorUnits: number, currency: string): string {
  const [whole = "", fraction] = decimalOf(Math.abs(minorUnits), currency).split(".");
  const words = `${minorUnits < 0 ? "minus " : ""}${integerInWords(whole)} ${nameOf(whole, currency)}`;
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return fraction === undefined ? text : `${text} and ${fraction}/1${"0".repeat(fraction.length)}`;
}

/** The digits of a whole number in words. */
function integerInWords(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length, scale = 0; end > 0; end -= 3, scale++) {
    const group = Number(digits.slice(Math.max(0, end - 3), end));
    if (group > 0) groups.unshift(`${hundreds(group)} ${SCALES[scale]}`.trim());
  }
  return groups.join(" ") || "zero";
}

function hundreds(number: number): string {
  const rest = number % 100;
  const words = [
    number >= 100 ? `${SMALL[Math.floor(number / 100)]} hundred` : "",
    rest === 0 ? "" : belowHundred(rest),
  ];
  return words.filter(Boolean).join(" ");
}

function belowHundred(number: number): string {
  if (number < 20) return SMALL[number] ?? "";
  const unit = number % 10;
  return `${TENS[Math.floor(number / 10)]}${unit === 0 ? "" : `-${SMALL[unit]}`}`;
}

/** The currency's name for so many of it: "euro" or "euros"; its code if it has none. */
function nameOf(whole: string, currency: string): string {
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "name",
    minimumFractionDigits: 0,
    maximumFractionDigits: 0,
  });
  const parts = format.formatToParts(Number(whole));
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}
