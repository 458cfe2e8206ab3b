"use client";

import { TextInput, Tooltip } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { inUtc, localMoment, momentOf } from "@/app/_ui/format/time";
import { useHydrated } from "@/app/_ui/format/use-now";
import classes from "@/app/_ui/table/filter-bar.module.css";

// One types a date in three parts: what stands there in between is not meant.
const TYPING_MS = 600;

type Props = {
  /** One word, which stands within: "From". */
  label: string;
  value: Date | null;
  /** Called once typing pauses. What is half typed, or of no such year, changes nothing. */
  onChange: (value: Date | null) => void;
  error?: string | undefined;
};

/** A day and a time of the reader's zone, as a filter; on hover in UTC. */
export function MomentInput({ label, value, onChange, error }: Props) {
  const isHydrated = useHydrated();
  // The server does not know the reader's zone: until the page has taken over nothing is shown.
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
    <Tooltip label={value ? inUtc(value.toISOString()) : "In your own time zone"}>
      <TextInput
        type="datetime-local"
        size="sm"
        className={classes.moment}
        classNames={{ section: classes.momentLabel }}
        aria-label={`${label}, in your own time zone`}
        // Without an end, the year of the field takes six digits.
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
    </Tooltip>
  );
}
