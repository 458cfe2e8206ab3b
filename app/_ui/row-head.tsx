import type { ReactNode } from "react";
import classes from "./table.module.css";

/** What a row is about, and in a line below it what tells it from others. */
export function RowHead({ children, note }: { children: ReactNode; note: ReactNode }) {
  return (
    <>
      <span className={classes.label}>{children}</span>
      {note && <span className={classes.note}>{note}</span>}
    </>
  );
}
