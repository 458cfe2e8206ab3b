import type { ReactNode } from "react";
import classes from "./front-page.module.css";
import { Wordmark } from "./logo";

/** The layout of the pages before sign-in: one centered card. */
export function FrontPage({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Wordmark />
      </div>
      <div className={classes.card}>{children}</div>
      <footer className={classes.footer}>
        <a href="/docs">API reference</a>
      </footer>
    </main>
  );
}
