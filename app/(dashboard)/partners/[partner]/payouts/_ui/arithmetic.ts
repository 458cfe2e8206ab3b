import type { Payout } from "@/app/_trpc/types";
import { minorDigits } from "@/server/core/currencies";

/** How the amount of one line came about; amounts in minor units. */
export type Arithmetic = {
  /** The month's charges as they were known with this line. */
  gross: number;
  /** The lines before this one of the same month and currency. */
  before: readonly Payout[];
  /** The share of `gross` before it was rounded: an exact decimal of the currency. */
  exact: string;
  /** The same, rounded. */
  rounded: number;
  /** Whether the rounding changed it. */
  isRounded: boolean;
};

/**
 * The way to the amount of `payout`: the share of all that was known by then, less what the lines
 * before had paid. `lines` are those of the same month and currency, in any order.
 */
export function arithmeticOf(payout: Payout, lines: readonly Payout[]): Arithmetic {
  // Ids sort by time.
  const before = lines.filter(({ id }) => id < payout.id).sort((a, b) => (a.id < b.id ? -1 : 1));
  const gross = sum(before, "gross") + payout.gross;
  const rounded = sum(before, "amount") + payout.amount;
  const hundredths = Math.round(payout.revsharePct * 100);
  const scaled = BigInt(gross) * BigInt(hundredths);
  return {
    ...{ gross, before, rounded },
    exact: decimal(scaled, minorDigits(payout.currency) + 4),
    isRounded: scaled !== BigInt(rounded) * 10_000n,
  };
}

function sum(lines: readonly Payout[], field: "gross" | "amount"): number {
  return lines.reduce((total, line) => total + line[field], 0);
}

/** A whole number of 10^-digits, as a decimal without needless zeros. */
function decimal(scaled: bigint, digits: number): string {
  const sign = scaled < 0n ? "-" : "";
  const text = String(scaled < 0n ? -scaled : scaled).padStart(digits + 1, "0");
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, "");
}
