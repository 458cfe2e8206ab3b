"use client";

import { CopyButton } from "@/app/_ui/form/copy-button";

/** Copies a text that the server has written. */
export function CopyCode({ text }: { text: string }) {
  return <CopyButton label="Copy response" variant="subtle" read={() => text} />;
}
