import { readFileSync } from "node:fs";
import { releaseEverything } from "../server/testing/processes";

/** Runs a bench and releases its resources. Ends it after `longestMs` if it hangs. */
export async function runBench(work: () => Promise<number>, longestMs: number): Promise<void> {
  const overdue = setTimeout(() => {
    console.error(`Timed out after ${longestMs / 60_000} minutes.`);
    process.exit(1);
  }, longestMs).unref();
  try {
    process.exitCode = await work();
  } finally {
    clearTimeout(overdue);
    await releaseEverything();
  }
}

/**
 * The number after an option such as `--seconds`: `otherwise` without the option, NaN if it is not
 * a number.
 */
export function numberGiven(option: string, otherwise: number): number {
  const at = process.argv.indexOf(option);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

/** The versions of Node and of the packages. */
export function versionsOf(packages: readonly string[]): string {
  const installed = packages.map((name) => {
    const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
    return `${name} ${(JSON.parse(readFileSync(file, "utf8")) as { version: string }).version}`;
  });
  return [`Node ${process.versions.node}`, ...installed].join(", ");
}

/** The value that this share of the values is below; NaN if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** How long the work takes, in milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
