import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { inUtc, localMoment, momentOf } from "@/app/_ui/format/time";
import { useHydrated } from "@/app/_ui/format/use-now";
import classes from "@/app/_ui/table/filter-bar.module.css";

// A date is typed in three parts; the values in between are not meant.
const TYPING_MS = 600;

type Props = {
  /** A one-word label inside the field: "From". */
  label: string;
  value: Date | null;
  /** Called after typing pauses. Not called for an incomplete value or an impossible year. */
  onChange: (value: Date | null) => void;
  error?: string | undefined;
};

/** A filter for a date and time in the user's time zone; shows UTC on hover. */
export function MomentInput({ label, value, onChange, error }: Props) {
  const isHydrated = useHydrated();
  // The server doesn't know the user's time zone, so the field is empty until hydration.
  const shown = isHydrated && value ? localMoment(value) : "";
  const [text, setText] = useState(shown);
  const [known, setKnown] = useState(shown);
  if (shown !== known) {
    setKnown(shown);
    setText(shown);
  }
  const settle = useDebouncedCallback((next: string) => {
    const moment = momentOf(next);
    if (moment || next === "") onChange(moment);
  }, TYPING_MS);

  return (
    <TextInput
      data-tip={value ? inUtc(value.toISOString()) : "Your local time"}
      type="datetime-local"
      size="sm"
      className={classes.moment}
      classNames={{ section: classes.momentLabel }}
      aria-label={`${label} (your local time)`}
      // Without a maximum, the field accepts six-digit years.
      min="1970-01-01T00:00"
      max="9999-12-31T23:59"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        settle(event.currentTarget.value);
      }}
      onBlur={(event) => {
        settle.flush();
        if (!momentOf(event.currentTarget.value)) setText(shown);
      }}
      error={error}
      leftSection={label}
      leftSectionWidth={56}
    />
  );
}
