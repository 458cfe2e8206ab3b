import type { ReactNode } from "react";
import { Wordmark } from "@/app/_ui/layout/logo";
import classes from "./frame.module.css";

type Props = {
  title: string;
  lead: ReactNode;
  /** The section name beside the logo. */
  trail: ReactNode;
  index: ReactNode;
  isNarrow?: boolean;
  children: ReactNode;
};

/** The layout of the public docs: header, index beside the text, and print styles. */
export function DocsFrame({ title, lead, trail, index, isNarrow, children }: Props) {
  return (
    <div className={classes.page} data-narrow={isNarrow || undefined}>
      <header className={classes.header}>
        <a href="/" aria-label="Latchkey, go to dashboard" className={classes.home}>
          <Wordmark />
        </a>
        <span className={classes.trail}>{trail}</span>
      </header>
      <div className={classes.columns}>
        {index}
        <main className={classes.main}>
          <h1>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
        </main>
      </div>
    </div>
  );
}
