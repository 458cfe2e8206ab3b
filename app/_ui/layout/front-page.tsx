import type { ReactNode } from "react";
import classes from "./front-page.module.css";
import { Wordmark } from "./logo";
import { TextLink } from "./text-link";

/** The layout of the pages before sign-in: one centered card. */
export function FrontPage({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Wordmark />
      </div>
      <div className={classes.card}>{children}</div>
      <footer className={classes.footer}>
        <TextLink href="/docs" size="xs" c="dimmed">
          API reference
        </TextLink>
      </footer>
    </main>
  );
}
