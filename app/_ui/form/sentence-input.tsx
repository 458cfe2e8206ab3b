import { Textarea } from "@mantine/core";
import { useState } from "react";

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
      rows={3}
      maxLength={500}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus={isFirst || undefined}
    />
  );
}

/** The state of a SentenceInput that must not stay empty; `empty` is the message if it is. */
export function useSentence(empty: string) {
  const [value, setValue] = useState("");
  const [mistake, setMistake] = useState<string | null>(null);
  const change = (next: string) => {
    setValue(next);
    setMistake(null);
  };
  const submit = (send: (sentence: string) => void) => {
    const sentence = oneLine(value);
    if (sentence === "") setMistake(empty);
    else send(sentence);
  };
  return { field: { value, onChange: change }, mistake, submit };
}

/** Joins the typed lines into the single line that is stored. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
