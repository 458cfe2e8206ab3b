import { useFormats } from "./locale";
import classes from "./money.module.css";

/** An amount in minor units, in the user's format. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <Written>{useFormats().money(amount, currency)}</Written>;
}

/** An amount whose currency is named elsewhere. */
export function Amount({ amount, currency }: { amount: number; currency: string }) {
  return <Written>{useFormats().amount(amount, currency)}</Written>;
}

/** A number in the user's format. */
export function Count({ value }: { value: number }) {
  return <Written>{useFormats().number(value)}</Written>;
}

/** A share from 0 to 1, as a percentage. */
export function Share({ value }: { value: number }) {
  return <Written>{useFormats().share(value)}</Written>;
}

/** A number that is already a percentage: 22.5. */
export function Percentage({ value }: { value: number }) {
  return <Written>{useFormats().percentage(value)}</Written>;
}

/** The lowest and the highest of some percentages: `20% – 22.5%`, or `20%` if they are the same. */
export function Percentages({ min, max }: { min: number; max: number }) {
  return <Written>{useFormats().percentages(min, max)}</Written>;
}

/** The characters that the narrowest figure has room for. */
const FIGURE_LENGTH = 13;

function Written({ children }: { children: string }) {
  // A figure that is too narrow breaks after "KWD", not between digits.
  const unitEnd = children.indexOf("\u00a0") + 1;
  const isLong = children.length - unitEnd > FIGURE_LENGTH;
  // The browser and the server may have different versions of the locale data.
  return (
    <span className={classes.money} data-long={isLong || undefined} suppressHydrationWarning>
      {children.slice(0, unitEnd)}
      {unitEnd > 0 && <wbr />}
      {children.slice(unitEnd)}
    </span>
  );
}
