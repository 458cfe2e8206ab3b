import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { IconSearch } from "@/app/_ui/icons/icons";
import { searchable } from "@/server/core/values/invisible";
import classes from "./filter-bar.module.css";

const TYPING_MS = 250;

type Props = {
  /** The accessible name of the field: what it searches. */
  label: string;
  value: string;
  /** Called after typing pauses. */
  onChange: (value: string) => void;
};

/** The search field of a list. */
export function SearchInput({ label, value, onChange }: Props) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The URL changed elsewhere: by the back button or a cleared filter.
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  const settle = useDebouncedCallback(
    (next: string) => onChange(searchable(next).trim()),
    TYPING_MS,
  );

  return (
    <TextInput
      type="search"
      size="sm"
      className={classes.search}
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={200}
      onChange={(event) => {
        setText(event.currentTarget.value);
        settle(event.currentTarget.value);
      }}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      rightSection={
        text !== "" && (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              setText("");
              settle("");
            }}
          />
        )
      }
    />
  );
}
