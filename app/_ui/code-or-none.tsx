import classes from "./table.module.css";

/** A text of a cell as software writes it, or in a word that there is none. */
export function CodeOrNone({ of, none }: { of: string | null; none: string }) {
  if (of === null) return <span className={classes.none}>{none}</span>;
  return <code className={classes.code}>{of}</code>;
}
