"use client";

import { CopyButton } from "./copy-button";
import type { Secret } from "./secret";
import classes from "./secret-box.module.css";
import { SecretText } from "./secret-text";

type Props = {
  secret: Secret;
  /** What the button that copies it says. */
  label: string;
  onCopied: () => void;
  /** Takes the focus when it appears. */
  isFirst?: boolean;
};

/** Something that is shown once, with a button that copies it. */
export function SecretBox({ secret, label, onCopied, isFirst = false }: Props) {
  return (
    <div className={classes.box}>
      <SecretText as="code" read={() => secret.read()} onCopy={onCopied} className={classes.code} />
      <CopyButton
        label={label}
        variant="filled"
        size="sm"
        read={() => secret.read()}
        onCopied={onCopied}
        isFirst={isFirst}
      />
    </div>
  );
}
