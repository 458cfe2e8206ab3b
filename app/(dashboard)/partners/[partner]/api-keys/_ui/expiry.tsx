"use client";

import { Group, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { DAY_MS, localMoment } from "@/app/_ui/format/time";

const CHOICES = [
  { value: "never", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
  { value: "date", label: "Custom date…" },
];

/** An ISO time; null for never; undefined while no date is entered. */
export type Expiration = string | null | undefined;

export const NO_DATE = "Enter a date.";

type Props = {
  /** The initial value of the field. */
  current?: string | null;
  onChange: (expiresAt: Expiration) => void;
  error: string | null | undefined;
};

export function Expiry({ current = null, onChange, error }: Props) {
  const [choice, setChoice] = useState(current === null ? "never" : "date");
  const [day, setDay] = useState(current === null ? "" : dayOf(new Date(current)));
  const isDay = choice === "date";

  function choose(next: string) {
    setChoice(next);
    if (next === "never") onChange(null);
    else if (next === "date") onChange(endOfDay(day));
    else onChange(new Date(Date.now() + Number(next) * DAY_MS).toISOString());
  }

  return (
    <Group align="flex-start" gap="sm" grow preventGrowOverflow={false}>
      <NativeSelect
        size="md"
        label="Expiration"
        data={CHOICES}
        value={choice}
        onChange={(event) => choose(event.currentTarget.value)}
        error={isDay ? undefined : error}
      />
      {isDay && (
        <TextInput
          type="date"
          label="Expiration date"
          value={day}
          min={dayOf(new Date())}
          onChange={(event) => {
            setDay(event.currentTarget.value);
            onChange(endOfDay(event.currentTarget.value));
          }}
          error={error}
        />
      )}
    </Group>
  );
}

/** The date of a time in the user's time zone: `2026-11-21`. */
function dayOf(instant: Date): string {
  return localMoment(instant).slice(0, 10);
}

/** The end of a day in the user's time zone, as an ISO time; undefined if it is not a date. */
function endOfDay(day: string): string | undefined {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}
