"use client";

import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";

const SHOWN_MS = 2_000;

type Props = {
  /** Called on click, so that the button itself doesn't hold the text. */
  read: () => string;
  label: string;
  variant?: "filled" | "default" | "subtle";
  size?: "xs" | "sm";
  onCopied?: () => void;
  /** Takes the focus when it appears. */
  isFirst?: boolean;
};

/** Copies a text and shows whether that worked. */
export function CopyButton({ read, label, variant, size, onCopied, isFirst }: Props) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(read());
      setOutcome("copied");
      onCopied?.();
    } catch {
      // Browsers refuse outside https and localhost, or without the permission.
      setOutcome("refused");
    }
  }

  const text = { copied: "Copied", refused: "Couldn't copy. Select and copy manually." };
  return (
    <Button
      variant={variant ?? "default"}
      size={size ?? "xs"}
      onClick={() => void copy()}
      autoFocus={isFirst}
      leftSection={
        outcome === "copied" ? (
          <IconCheck size={14} aria-hidden />
        ) : (
          <IconCopy size={14} aria-hidden />
        )
      }
    >
      <span aria-live="polite">{outcome ? text[outcome] : label}</span>
    </Button>
  );
}
