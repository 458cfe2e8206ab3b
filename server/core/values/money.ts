// Browsers load this file: schemas are in money-schema.ts.

/** An amount from the database as a number. Throws if it is too large to be exact. */
export function toAmount(minorUnits: bigint): number {
  const amount = Number(minorUnits);
  if (!Number.isSafeInteger(amount)) throw new RangeError("amount beyond 2^53");
  return amount;
}

/**
 * A sum over partners, which has no limit, or that of a partner beside others, which one beyond the
 * limit must not hide: at most what is exact as a number. It is shown only; nothing is paid by it.
 */
export function cappedAmount(minorUnits: bigint): number {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(minorUnits > most ? most : minorUnits < -most ? -most : minorUnits);
}

/**
 * The share of a gross sum in whole minor units, rounded half to even. `hundredths` is the
 * percentage times 100: 12.5% is 1250.
 */
export function shareOf(gross: bigint, hundredths: number): bigint {
  return roundedShare(gross * BigInt(hundredths));
}

/** A share times 10,000, in whole minor units, rounded half to even. */
export function roundedShare(scaled: bigint): bigint {
  const whole = scaled / 10_000n;
  const rest = scaled - whole * 10_000n;
  const away = rest < 0n ? -1n : 1n;
  const distance = rest * away;
  const isUp = distance > 5_000n || (distance === 5_000n && whole % 2n !== 0n);
  return isUp ? whole + away : whole;
}
