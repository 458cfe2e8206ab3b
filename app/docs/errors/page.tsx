import type { Metadata } from "next";
import Link from "next/link";
import { Wordmark } from "@/app/_ui/logo";
import { TextLink } from "@/app/_ui/text-link";
import { ERRORS } from "@/server/core/errors";
import { ErrorEntry } from "./error-entry";
import classes from "./errors.module.css";

export const metadata: Metadata = {
  title: "API error codes",
  description: "Every error code of the Latchkey API: when it comes, and what to do.",
};

const ENTRIES = Object.entries(ERRORS);

/** The catalogue of errors, one anchor per code, for whoever follows the `Link: rel="help"` of an answer. */
export default function ErrorsPage() {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Link href="/" aria-label="Latchkey, to the dashboard" className={classes.home}>
          <Wordmark />
        </Link>
        <Link href="/docs" prefetch={false} className={classes.section}>
          API reference
        </Link>
      </header>
      <div className={classes.columns}>
        <nav aria-label="Error codes" className={classes.index}>
          <ul>
            {ENTRIES.map(([code, { status }]) => (
              <li key={code}>
                <a href={`#${code}`}>
                  <span>{code}</span>
                  <span className={classes.status}>{status}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main>
          <h1>Error codes</h1>
          <p className={classes.lead}>
            Every error answers with the same three fields. Decide by <code>code</code>, which never
            changes; <code>error</code> is for people. The id of the request stands in the header{" "}
            <code>X-Request-Id</code>.
          </p>
          <pre className={classes.sample}>{SAMPLE}</pre>
          {ENTRIES.map(([code, entry]) => (
            <ErrorEntry key={code} code={code} {...entry} />
          ))}
          <p className={classes.foot}>
            <TextLink href="/" size="sm">
              To the dashboard
            </TextLink>
          </p>
        </main>
      </div>
    </div>
  );
}

const SAMPLE = `{
  "error": "${ERRORS.rate_limited.message}",
  "code": "rate_limited",
  "details": { "retry_after_seconds": 3 }
}`;
