"use client";

import { createElement, useLayoutEffect, useRef } from "react";

type Props = {
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
export function SecretText({ as, read, onCopy, className }: Props) {
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
