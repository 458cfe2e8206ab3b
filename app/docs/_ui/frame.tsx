import type { ReactNode } from "react";
import { Wordmark } from "@/app/_ui/layout/logo";
import classes from "./frame.module.css";

/** The pages of the docs, in the order of their navigation. */
const PAGES = {
  "/docs": "API reference",
  "/docs/webhooks": "Webhooks",
  "/docs/platform": "Platform API",
  "/docs/errors": "Error codes",
  "/docs/changelog": "Changelog",
} as const;

type Props = {
  title: string;
  lead: ReactNode;
  path: keyof typeof PAGES;
  index: ReactNode;
  isNarrow?: boolean;
  children: ReactNode;
};

/** The layout of the public docs: header, navigation, index beside the text, and print styles. */
export function DocsFrame({ title, lead, path, index, isNarrow, children }: Props) {
  return (
    <div className={classes.page} data-narrow={isNarrow || undefined}>
      <header className={classes.header}>
        <a href="/" aria-label="Latchkey, go to dashboard" className={classes.home}>
          <Wordmark />
        </a>
        <nav aria-label="Documentation" className={classes.pages}>
          {Object.entries(PAGES).map(([href, name]) => (
            <a key={href} href={href} aria-current={href === path ? "page" : undefined}>
              {name}
            </a>
          ))}
        </nav>
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
