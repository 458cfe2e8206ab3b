import classes from "./code.module.css";
import { CopyCode } from "./copy-code";

type Props = {
  language: "curl" | "http" | "json" | "shell" | "url";
  children: string;
  /** The heading of the block. */
  title?: string;
  /** The text of the button, where several blocks are near each other. */
  copyLabel?: string;
};

/** A code block with a button that copies it. */
export function Code({ language, children, title, copyLabel }: Props) {
  const code = (
    <pre className={classes.code} data-language={language}>
      {children}
    </pre>
  );
  if (title === undefined) {
    return (
      <div className={`${classes.frame} ${classes.untitled}`} data-code>
        {code}
        <CopyCode label={copyLabel} />
      </div>
    );
  }
  return (
    <div className={classes.frame} data-code>
      <div className={classes.bar}>
        <span className={classes.label}>{title}</span>
        <CopyCode label={copyLabel} />
      </div>
      {code}
    </div>
  );
}
