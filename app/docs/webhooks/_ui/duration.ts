const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** A whole number of the largest unit that fits: "5 seconds", "24 hours". Days begin at two. */
export function duration(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= size * (size === 86_400_000 ? 2 : 1)) ?? [
    "second",
    1_000,
  ];
  const count = Math.round(ms / size);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
