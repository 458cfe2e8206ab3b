import { createElement, useLayoutEffect, useRef } from "react";
import { CopyButton } from "@/app/_ui/form/copy-button";
import type { Secret } from "./secret";
import classes from "./secret-box.module.css";

type Props = {
  secret: Secret;
  /** Text of the copy button. */
  label: string;
  onCopied: () => void;
  /** Takes the focus when it appears. */
  isFirst?: boolean;
};

/** A secret that is shown once, with a copy button. */
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

type TextProps = {
  as: "code" | "pre";
  /** Returns the current text; empty once the secret was wiped. */
  read: () => string;
  onCopy: () => void;
  className: string | undefined;
};

/**
 * Shows a secret. Writes it to the DOM directly, because React retains rendered values for an
 * unbounded time, and removes it from the DOM on unmount.
 */
export function SecretText({ as, read, onCopy, className }: TextProps) {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (place.current) place.current.textContent = read();
  });
  useLayoutEffect(() => {
    const node = place.current;
    return () => {
      if (node) node.textContent = "";
    };
  }, []);
  return createElement(as, { ref: place, onCopy, className });
}
