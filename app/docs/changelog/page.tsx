import type { Metadata } from "next";
import classes from "../_ui/docs.module.css";
import { DocsFrame } from "../_ui/frame";
import { Prose } from "../_ui/prose";
import index from "../errors/errors.module.css";
import entries from "./changes.json";

export const metadata: Metadata = {
  title: "API changelog",
  description: "Changes to the Latchkey API, by date.",
};

/** The changes of the API, for those who integrate with it. */
export default function ChangelogPage() {
  return (
    <DocsFrame
      title="Changelog"
      isNarrow
      path="/docs/changelog"
      index={<Index />}
      lead={
        <>
          Changes to the API. See <a href="/docs#versioning">Versioning</a> for what may change
          within a version.
        </>
      }
    >
      <div className={classes.main}>
        {entries.map(({ date, changes }) => (
          <section
            key={date}
            id={date}
            aria-labelledby={`${date}-title`}
            className={classes.chapter}
          >
            <h2 id={`${date}-title`}>
              <a href={`#${date}`}>
                <time dateTime={date}>{date}</time>
              </a>
            </h2>
            <ul>
              {changes.map((change) => (
                <li key={change}>
                  <Prose text={change} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </DocsFrame>
  );
}

function Index() {
  return (
    <nav aria-label="Dates" className={index.index}>
      <ul>
        {entries.map(({ date }) => (
          <li key={date}>
            <a href={`#${date}`}>{date}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
