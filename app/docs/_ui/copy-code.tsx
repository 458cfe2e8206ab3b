"use client";

import { CopyButton } from "@/app/_ui/form/copy-button";

/** Copies a server-rendered text. */
export function CopyCode({ text }: { text: string }) {
  return <CopyButton label="Copy response" variant="subtle" read={() => text} />;
}
