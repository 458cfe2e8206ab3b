import type { ReactNode } from "react";
import classes from "./figures.module.css";

/** A row of the numbers that matter most. */
export function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.figures} aria-label={label}>
      {children}
    </ul>
  );
}

type Props = {
  label: ReactNode;
  children: ReactNode;
  /** Below the number: where it comes from, or how it moved. */
  note?: ReactNode;
};

/** One number, large enough to be read in passing. */
export function Figure({ label, children, note }: Props) {
  return (
    <li className={classes.figure}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{children}</span>
      {note && <span className={classes.note}>{note}</span>}
    </li>
  );
}
