import type { ReactNode } from "react";
import { IconCheck } from "@/app/_ui/icons/icons";
import classes from "./steps.module.css";

/** A numbered list of steps, for a first setup. Its items are Step. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className={classes.steps}>{children}</ol>;
}

type Props = { number: number; title: string; isDone: boolean; children: ReactNode };

/** One step; a check mark replaces its number once it is done. */
export function Step({ number, title, isDone, children }: Props) {
  return (
    <li>
      <span className={classes.number} data-done={isDone || undefined}>
        {isDone ? <IconCheck size={16} stroke={2.2} aria-label="Done" role="img" /> : number}
      </span>
      <div className={classes.step}>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}
