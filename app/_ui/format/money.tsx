"use client";

import { useFormats } from "./locale";
import classes from "./money.module.css";

/** An amount in minor units, as the reader writes money. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <Written>{useFormats().money(amount, currency)}</Written>;
}

/** A count, as the reader writes numbers. */
export function Count({ value }: { value: number }) {
  return <Written>{useFormats().number(value)}</Written>;
}

/** A share of 0 to 1, in percent. */
export function Share({ value }: { value: number }) {
  return <Written>{useFormats().share(value)}</Written>;
}

/** A percentage that is one already: 22.5. */
export function Percentage({ value }: { value: number }) {
  return <Written>{useFormats().percentage(value)}</Written>;
}

function Written({ children }: { children: string }) {
  // Browsers and the server may know different editions of a language.
  return (
    <span className={classes.money} suppressHydrationWarning>
      {children}
    </span>
  );
}
