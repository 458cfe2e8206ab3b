/** The ticks of an axis from zero to at least `highest`, at round whole numbers. */
export function ticksOf(highest: number): number[] {
  const rough = Math.max(highest, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough);
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
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
