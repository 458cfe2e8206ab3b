"use client";

import "@mantine/dates/styles.layer.css";
import { DatePickerInput } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";
import { useState } from "react";
import { useFormats } from "@/app/_ui/format/locale";
import { dayOf, FIRST_DAY } from "./range";

const CALENDAR = {
  previousMonth: "The month before",
  nextMonth: "The month after",
  previousYear: "The year before",
  nextYear: "The year after",
  previousDecade: "The decade before",
  nextDecade: "The decade after",
};

type Props = {
  from: string;
  /** The last day. */
  to: string;
  onChange: (days: { from: string; to: string }) => void;
};

/** A first and a last day out of a calendar. */
export function RangePicker({ from, to, onChange }: Props) {
  const { day } = useFormats();
  // Between the first and the second click there is no range yet.
  const [half, setHalf] = useState<string | null>(null);
  const shown = half === null ? `${day(from)} – ${day(to)}` : `${day(half)} – …`;
  return (
    <DatePickerInput
      hideOutsideDates
      // Their red is too faint in the dark.
      weekendDays={[]}
      type="range"
      size="sm"
      // Where the filters stand in two columns, a range needs both.
      w={{ base: "100%", sm: 260 }}
      style={{ gridColumn: "1 / -1" }}
      // With what it shows, so that who speaks to the page can name it (WCAG 2.2, 2.5.3).
      aria-label={`From the first to the last day, in UTC: ${shown}`}
      value={half === null ? [from, to] : [half, null]}
      onChange={([first, last]) => {
        setHalf(last === null ? first : null);
        if (first !== null && last !== null) onChange({ from: first, to: last });
      }}
      onDropdownClose={() => setHalf(null)}
      valueFormatter={() => shown}
      minDate={FIRST_DAY}
      maxDate={dayOf(Date.now())}
      allowSingleDateInRange
      ariaLabels={CALENDAR}
      leftSection={<IconCalendar size={16} stroke={1.6} aria-hidden />}
      popoverProps={{ shadow: "md" }}
    />
  );
}
