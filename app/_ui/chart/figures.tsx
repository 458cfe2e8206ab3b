import Link from "next/link";
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
  /** Where the number comes from. */
  href?: string;
  /** Below the number: what it is made of, or how it moved. */
  note?: ReactNode;
};

/** One number, large enough to be read in passing. */
export function Figure({ label, children, href, note }: Props) {
  return (
    <li className={classes.figure}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>
        {href === undefined ? (
          children
        ) : (
          <Link href={href} className={classes.lead}>
            {children}
          </Link>
        )}
      </span>
      {note && (
        <span className={classes.note} suppressHydrationWarning>
          {note}
        </span>
      )}
    </li>
  );
}
