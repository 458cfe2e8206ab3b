import { Group, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { currentMs } from "@/app/_ui/format/clock";
import { DAY_MS, localMoment } from "@/app/_ui/format/time";

const CHOICES = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
  { value: "date", label: "Custom date…" },
  { value: "never", label: "Never" },
];

/** An ISO time; null for never; undefined while no date is entered. */
export type Expiration = string | null | undefined;

export const NO_DATE = "Enter a date.";

const PROPOSED_DAYS = 90;

/** The expiration that is proposed for a new key. */
export const proposedExpiration = (): string => inDays(PROPOSED_DAYS);

type Props = {
  /** The expiration of an existing key; omitted for a new one. */
  current?: string | null;
  onChange: (expiresAt: Expiration) => void;
  error: string | null | undefined;
};

export function Expiry({ current, onChange, error }: Props) {
  const [choice, setChoice] = useState(choiceOf(current));
  const [day, setDay] = useState(current ? dayOf(new Date(current)) : "");
  const isDay = choice === "date";

  function choose(next: string) {
    setChoice(next);
    if (next === "never") onChange(null);
    else if (next === "date") onChange(endOfDay(day));
    else onChange(inDays(Number(next)));
  }

  return (
    <Group align="flex-start" gap="sm" grow preventGrowOverflow={false}>
      <NativeSelect
        label="Expiration"
        description={choice === "never" && NEVER}
        inputWrapperOrder={["label", "input", "description", "error"]}
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
          min={dayOf(new Date(currentMs()))}
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

const NEVER = "Without an expiration, the key stays valid until someone revokes it.";

function choiceOf(current: string | null | undefined): string {
  if (current === undefined) return String(PROPOSED_DAYS);
  return current === null ? "never" : "date";
}

function inDays(days: number): string {
  return new Date(currentMs() + days * DAY_MS).toISOString();
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
