import type { WayName } from "../server/rate-limit/testing/random";
import type { Decider } from "../server/rate-limit/testing/simulator";
import { ROWS, type Row } from "./limiter-scenarios";

export const EVERY_WAY: readonly WayName[] = ["near", "usual", "far", "heavy"];

export type Scored = {
  name: string;
  decider: () => Decider;
  seeds: readonly number[];
  ways: readonly WayName[];
  /** Each decision is a round trip to Redis. */
  isSlow?: boolean;
};

/**
 * The worst results of realistic clients under each limiter, over all ways and seeds. One line per
 * measure of a row, one column per limiter.
 */
export async function scoreboard(
  limiters: readonly Scored[],
  say: (text: string) => void,
): Promise<Record<string, string>[]> {
  const lines = new Map<string, Record<string, string>>();
  for (const { name, decider, seeds, ways, isSlow = false } of limiters) {
    for (const row of ROWS) {
      if (isSlow && row.isLong) continue;
      say(`${name}: ${row.name}`);
      const used = row.isLong ? seeds.slice(0, 1) : seeds;
      const figures = await worstOf(row, { decider, seeds: used, ways });
      for (const [measure, figure] of figures) {
        const title = `${row.name}: ${measure}`;
        const line = lines.get(title) ?? { scenario: title };
        line[name] = figure.toFixed(figure < 10 ? 2 : 1);
        lines.set(title, line);
      }
    }
  }
  return [...lines.values()];
}

/** The worst value of each measure. */
async function worstOf(
  row: Row,
  { decider, seeds, ways }: Omit<Scored, "name">,
): Promise<Map<string, number>> {
  const worst = new Map<string, number>();
  for (const way of ways) {
    for (const seed of seeds) {
      for (const [measure, figure] of Object.entries(await row.measure({ decider, way, seed }))) {
        const known = worst.get(measure) ?? figure;
        const isLeast = row.least?.includes(measure) ?? false;
        worst.set(measure, isLeast ? Math.min(known, figure) : Math.max(known, figure));
      }
    }
  }
  return worst;
}
