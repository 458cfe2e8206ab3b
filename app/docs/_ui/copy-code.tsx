"use client";

import type { MouseEvent } from "react";
import { useCopy } from "@/app/_ui/form/use-copy";
import classes from "./code.module.css";

/** Copies the code that is shown in the same frame. */
export function CopyCode({ label = "Copy" }: { label?: string }) {
  const { copy, outcome } = useCopy();

  function copyShown({ currentTarget }: MouseEvent) {
    const blocks = currentTarget.closest("[data-code]")?.querySelectorAll("pre") ?? [];
    const shown = [...blocks].find((block) => !block.closest("[hidden]"));
    void copy(shown?.textContent ?? "");
  }

  return (
    <button type="button" className={classes.copy} onClick={copyShown}>
      <span aria-live="polite">{outcome ?? label}</span>
    </button>
  );
}
