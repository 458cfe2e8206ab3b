"use client";

import { Textarea } from "@mantine/core";

type Props = {
  label: string;
  description: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null | undefined;
  isFirst?: boolean;
};

/** Input for a sentence or two. It may show several lines; `oneLine()` removes the line breaks. */
export function SentenceInput({ onChange, isFirst, ...props }: Props) {
  return (
    <Textarea
      {...props}
      size="md"
      rows={3}
      maxLength={500}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus={isFirst || undefined}
    />
  );
}

/** Joins the typed lines into the single line that is stored. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
