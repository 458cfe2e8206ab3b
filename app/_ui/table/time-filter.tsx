import { MomentInput } from "@/app/_ui/form/moment-input";
import { ChoiceFilter } from "./filter-bar";
import { CUSTOM_RANGE, RANGE_CHOICES, spanOf, type TimeRange } from "./time-range";

type Props = {
  filter: TimeRange;
  /** The time that relative ranges count back from. */
  openedMs: number;
  onChange: (change: Partial<TimeRange>) => void;
};

/** Filters by time: a relative range, or a start and an end. */
export function TimeFilter({ filter, openedMs, onChange }: Props) {
  const { from, to } = filter;
  const range = filter.range ?? (from || to ? CUSTOM_RANGE : null);

  function choose(next: TimeRange["range"]) {
    if (next !== CUSTOM_RANGE) return onChange({ range: next, from: null, to: null });
    // A custom range starts with the range that was shown.
    const start = spanOf(filter, openedMs).from;
    onChange({ range: next, from: start === undefined ? null : new Date(start) });
  }

  return (
    <>
      <ChoiceFilter
        label="Time"
        any="Any time"
        options={RANGE_CHOICES}
        value={range}
        onChange={choose}
      />
      {range === CUSTOM_RANGE && (
        <>
          <MomentInput label="From" value={from} onChange={(next) => onChange({ from: next })} />
          <MomentInput
            label="To"
            value={to}
            onChange={(next) => onChange({ to: next })}
            error={from && to && from >= to ? "End must be after start." : undefined}
          />
        </>
      )}
    </>
  );
}
