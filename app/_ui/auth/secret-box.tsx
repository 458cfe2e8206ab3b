"use client";

import { createElement, useLayoutEffect, useRef } from "react";
import { CopyButton } from "@/app/_ui/form/copy-button";
import type { Secret } from "./secret";
import classes from "./secret-box.module.css";

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

type TextProps = {
  as: "code" | "pre";
  /** What it says now; empty once the secret was wiped. */
  read: () => string;
  onCopy: () => void;
  className: string | undefined;
};

/**
 * A secret on the screen. It is written into the page and never handed to React, which keeps what it
 * has shown for as long as it likes; and it is taken out of the page when it leaves the screen.
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
