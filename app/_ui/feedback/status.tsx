import classes from "./status.module.css";

export type Tone = "good" | "warn" | "bad" | "idle";

/** A status as text; the dot's color only repeats it. */
export function Status({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className={classes.status} data-tone={tone}>
      {label}
    </span>
  );
}
