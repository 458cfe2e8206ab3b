import { stripVTControlCharacters } from "node:util";

/** The report that the reporters of vitest and Playwright write for `run.ts`. */
export interface TestReport {
  passed: number;
  total: number;
  failures: Failure[];
  /** How long the tests of each file took, the longest first. */
  seconds: Record<string, number>;
}

/** By file, the sum of the durations of its tests, the longest first. */
export function secondsByFile(tests: { file: string; ms: number }[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { file, ms } of tests) sums.set(file, (sums.get(file) ?? 0) + ms / 1000);
  const longestFirst = [...sums].sort(([, a], [, b]) => b - a);
  return Object.fromEntries(longestFirst.map(([file, sum]) => [file, Number(sum.toFixed(1))]));
}

/** A test that did not pass, or an error outside of tests that failed the run. */
export interface Failure {
  /** Empty if the error belongs to no file. */
  file: string;
  title: string;
  /** Empty if the test did not run. */
  error: string;
}

// CI truncates logs in the middle, so the end lists the failures again, in a bounded size.
const MAX_FAILURES = 20;
const MAX_LINES = 15;
const MAX_LINE_CHARS = 300;

/** The failures of all steps as text; empty if there are none. */
export function describeFailures(failures: readonly (Failure & { step: string })[]): string {
  const lines = failures
    .slice(0, MAX_FAILURES)
    .flatMap(({ step, file, title, error }) => [
      `\n✗ ${[step, file, title].filter(Boolean).join(" › ")}`,
      ...linesOf(error || "did not run").map((line) => `    ${line}`),
    ]);
  const left = failures.length - MAX_FAILURES;
  if (left > 0) lines.push(`\n... and ${left} more`);
  return lines.join("\n");
}

function linesOf(error: string): string[] {
  return stripVTControlCharacters(error)
    .split("\n")
    .filter((line) => !/^\s*$|\/node_modules\/|\(<anonymous>\)$/.test(line))
    .slice(0, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE_CHARS));
}
