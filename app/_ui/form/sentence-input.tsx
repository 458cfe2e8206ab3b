"use client";

import { Textarea } from "@mantine/core";

type Props = {
  id: string;
  label: string;
  description: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null | undefined;
  isFirst?: boolean;
};

/** A sentence or two. Line breaks are only of the form: `oneLine()` takes them out. */
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

/** What was typed over several lines, as the one line that it is kept as. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
