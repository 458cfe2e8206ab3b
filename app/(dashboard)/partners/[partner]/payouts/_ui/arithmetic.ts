import type { Payout } from "@/app/_trpc/types";
import { minorDigits } from "@/server/core/values/currencies";

/** The calculation of a payout line; amounts in minor units. */
export type Arithmetic = {
  /** The month's charges known at the time of this line. */
  gross: number;
  /** The earlier lines of the same month and currency. */
  before: readonly Payout[];
  /** The unrounded share of `gross`: an exact decimal in the currency. */
  exact: string;
  rounded: number;
  /** Whether rounding changed it. */
  isRounded: boolean;
};

/**
 * The calculation of a payout's amount: the share of all charges known at that time, less the
 * amounts of earlier lines. `lines` are those of the same month and currency, in any order.
 */
export function arithmeticOf(payout: Payout, lines: readonly Payout[]): Arithmetic {
  // IDs sort by time.
  const before = lines.filter(({ id }) => id < payout.id).sort((a, b) => (a.id < b.id ? -1 : 1));
  const gross = sum(before, "gross") + payout.gross;
  const rounded = sum(before, "amount") + payout.amount;
  const hundredths = Math.round(payout.revsharePct * 100);
  const scaled = BigInt(gross) * BigInt(hundredths);
  return {
    gross,
    before,
    rounded,
    exact: decimal(scaled, minorDigits(payout.currency) + 4),
    isRounded: scaled !== BigInt(rounded) * 10_000n,
  };
}

function sum(lines: readonly Payout[], field: "gross" | "amount"): number {
  return lines.reduce((total, line) => total + line[field], 0);
}

/** A whole number of 10^-digits, as a decimal without trailing zeros. */
function decimal(scaled: bigint, digits: number): string {
  const sign = scaled < 0n ? "-" : "";
  const text = String(scaled < 0n ? -scaled : scaled).padStart(digits + 1, "0");
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, "");
}
