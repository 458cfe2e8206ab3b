import type { ReactNode } from "react";
import { PageLink } from "@/app/_ui/layout/page-link";
import classes from "./figures.module.css";

/** A row of key figures. */
export function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.room}>
      <ul className={classes.figures} aria-label={label}>
        {children}
      </ul>
    </div>
  );
}

type Props = {
  label: ReactNode;
  children: ReactNode;
  /** Link to the underlying data. */
  href?: string;
  /** Text below the number: its breakdown or its change. */
  note?: ReactNode;
};

export function Figure({ label, children, href, note }: Props) {
  return (
    <li className={classes.figure}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>
        {href === undefined ? (
          children
        ) : (
          <PageLink href={href} className={classes.lead}>
            {children}
          </PageLink>
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
