import type { FailureBody } from "@/server/core/kernel/errors";
import { Code } from "../_ui/code";
import { Prose } from "../_ui/prose";
import classes from "./errors.module.css";

type Props = {
  code: string;
  status: number;
  message: string;
  when: string;
  fix: string;
  /** The body of the error response; null for errors that only the dashboard returns. */
  example: FailureBody | null;
};

/** One error code, with its own anchor. */
export function ErrorEntry({ code: name, status, message, when, fix, example }: Props) {
  return (
    <section id={name} aria-labelledby={`${name}-title`} className={classes.entry}>
      <h2 id={`${name}-title`}>
        <a href={`#${name}`}>{name}</a>
        <span className={classes.status}>{status}</span>
      </h2>
      <p className={classes.message}>{message}</p>
      <dl>
        <dt>Cause</dt>
        <dd>
          <Prose text={when} />
        </dd>
        <dt>How to fix it</dt>
        <dd>
          <Prose text={fix} />
        </dd>
      </dl>
      {example && (
        <div className={classes.example}>
          <Code language="json">{JSON.stringify(example, null, 2)}</Code>
        </div>
      )}
    </section>
  );
}
