import { Prose } from "../_ui/prose";
import classes from "./errors.module.css";

type Props = { code: string; status: number; message: string; when: string; fix: string };

/** One code of the catalogue: its own anchor. */
export function ErrorEntry({ code, status, message, when, fix }: Props) {
  return (
    <section id={code} aria-labelledby={`${code}-title`} className={classes.entry}>
      <h2 id={`${code}-title`}>
        <a href={`#${code}`}>{code}</a>
        <span className={classes.status}>{status}</span>
      </h2>
      <p className={classes.message}>{message}</p>
      <dl>
        <dt>When</dt>
        <dd>
          <Prose text={when} />
        </dd>
        <dt>What to do</dt>
        <dd>
          <Prose text={fix} />
        </dd>
      </dl>
    </section>
  );
}
