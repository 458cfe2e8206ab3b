"use client";

import { Group, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { DAY_MS, localMoment } from "@/app/_ui/time";

const CHOICES = [
  { value: "never", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "date", label: "At the end of a day" },
];

type Props = { onChange: (expiresAt: string | null) => void; error: string | undefined };

/** When a key is to expire. Tells an ISO time, or null for never. */
export function Expiry({ onChange, error }: Props) {
  const [choice, setChoice] = useState("never");
  const [day, setDay] = useState("");
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
        label="Expires"
        data={CHOICES}
        value={choice}
        onChange={(event) => choose(event.currentTarget.value)}
        error={isDay ? undefined : error}
      />
      {isDay && (
        <TextInput
          type="date"
          label="Last day"
          value={day}
          min={localMoment(new Date()).slice(0, 10)}
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

/** The end of a day (`2026-11-21`) in the reader's zone, as an ISO time; null where it is no date. */
function endOfDay(day: string): string | null {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}
