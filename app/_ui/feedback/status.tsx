import classes from "./status.module.css";

export type Tone = "good" | "warn" | "bad" | "idle";

/** A state in a word; the dot's colour only repeats what the word says. */
export function Status({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className={classes.status} data-tone={tone}>
      {label}
    </span>
  );
}
