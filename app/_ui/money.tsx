"use client";

import { useFormats } from "./locale";
import classes from "./money.module.css";

/** An amount in minor units, as the reader writes money. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  const { money } = useFormats();
  // Browsers and the server may know different editions of a language.
  return (
    <span className={classes.money} suppressHydrationWarning>
      {money(amount, currency)}
    </span>
  );
}

/** A count, as the reader writes numbers. */
export function Count({ value }: { value: number }) {
  const { number } = useFormats();
  return (
    <span className={classes.money} suppressHydrationWarning>
      {number(value)}
    </span>
  );
}
