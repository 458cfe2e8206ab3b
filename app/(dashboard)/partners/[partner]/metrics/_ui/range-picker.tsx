import { currentMs } from "@/app/_ui/format/clock";
import "@mantine/dates/styles.layer.css";
import { DatePickerInput } from "@mantine/dates";
import { useState } from "react";
import { useFormats } from "@/app/_ui/format/locale";
import { IconCalendar } from "@/app/_ui/icons/icons";
import { dayOf, FIRST_DAY } from "./range";

const CALENDAR = {
  previousMonth: "Previous month",
  nextMonth: "Next month",
  previousYear: "Previous year",
  nextYear: "Next year",
  previousDecade: "Previous decade",
  nextDecade: "Next decade",
};

type Props = {
  from: string;
  /** The last day, inclusive. */
  to: string;
  onChange: (days: { from: string; to: string }) => void;
};

/** Picks a first and a last day from a calendar. */
export function RangePicker({ from, to, onChange }: Props) {
  const { day } = useFormats();
  // The first day, while the second one has not been clicked.
  const [half, setHalf] = useState<string | null>(null);
  const shown = half === null ? `${day(from)} – ${day(to)}` : `${day(half)} – …`;
  return (
    <DatePickerInput
      hideOutsideDates
      // Mantine's red for weekends has too little contrast in the dark scheme.
      weekendDays={[]}
      type="range"
      size="sm"
      // In the two-column layout of the filters, the range spans both columns.
      w={{ base: "100%", sm: 260 }}
      style={{ gridColumn: "1 / -1" }}
      // Contains the visible text, so that speech input can address it (WCAG 2.2, 2.5.3).
      aria-label={`Date range (UTC): ${shown}`}
      value={half === null ? [from, to] : [half, null]}
      onChange={([first, last]) => {
        setHalf(last === null ? first : null);
        if (first !== null && last !== null) onChange({ from: first, to: last });
      }}
      onDropdownClose={() => setHalf(null)}
      valueFormatter={() => shown}
      minDate={FIRST_DAY}
      maxDate={dayOf(currentMs())}
      allowSingleDateInRange
      ariaLabels={CALENDAR}
      leftSection={<IconCalendar size={16} stroke={1.6} aria-hidden />}
      popoverProps={{ shadow: "md" }}
    />
  );
}
