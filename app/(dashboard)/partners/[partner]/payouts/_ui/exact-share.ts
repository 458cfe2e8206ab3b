import { minorDigits } from "@/server/core/values/currencies";

/** The unrounded share of a sum in minor units: an exact decimal in the currency. */
export function exactShare(net: number, percent: number, currency: string): string {
  const scaled = BigInt(net) * BigInt(Math.round(percent * 100));
  const digits = minorDigits(currency) + 4;
  const sign = scaled < 0n ? "-" : "";
  const text = String(scaled < 0n ? -scaled : scaled).padStart(digits + 1, "0");
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, "");
}
