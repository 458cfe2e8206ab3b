/**
 * The ticks of an axis, at round whole numbers: from zero, or from at most `lowest` if that is
 * negative, to at least `highest`.
 */
export function ticksOf(highest: number, lowest = 0): number[] {
  const below = Math.max(0, -lowest);
  const above = Math.max(0, highest);
  const rough = Math.max(above + below, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough);
  const negative = Math.ceil(below / step);
  const positive = Math.max(negative > 0 ? 0 : 1, Math.ceil(above / step));
  return Array.from({ length: negative + positive + 1 }, (_, index) => (index - negative) * step);
}

/** The indexes of the points that get a label: evenly spaced, starting at the first. */
export function labeledIndexes(points: number, max: number): number[] {
  const step = Math.max(1, Math.ceil(points / max));
  return Array.from({ length: Math.ceil(points / step) }, (_, index) => index * step);
}

// Character width and gap between labels in the axis font, in px.
const CHARACTER = 6.6;
const BETWEEN = 10;
const MAX_LABELS = 6;

/** How many labels fit side by side below a plot of this width in px. */
export function maxLabels(points: readonly { label: string }[], width: number): number {
  const longest = Math.max(0, ...points.map(({ label }) => label.length));
  const count = Math.floor(width / (longest * CHARACTER + BETWEEN));
  return Math.min(MAX_LABELS, Math.max(1, count));
}
