import { startPostgres } from "../e2e/support/postgres";
import { createDatabase } from "../e2e/support/template-database";
import type { Ctx } from "../server/core/actor";
import { createCustomer } from "../server/core/customers/mutations";
import { createPartner } from "../server/core/partners/mutations";
import { readEnv } from "../server/env";
import { openPostgres } from "../server/stores/postgres";
import { openWiring } from "../server/wiring";
import { runBench } from "./run";

const ROUNDS = 20;
const WRITES_PER_ROUND = 100;
/** The most that events may add to the 95th percentile of a write. */
const MAX_ADDED_MS = 1;

/** Times writes one after the other. */
async function timeWrites(ctx: Ctx, partnerId: string, round: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < WRITES_PER_ROUND; n++) {
    const input = { email: `${round}-${n}@example.com`, metadata: {} };
    const startedMs = performance.now();
    await createCustomer(ctx, { partnerId, ...input });
    times.push(performance.now() - startedMs);
  }
  return times;
}

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

/**
 * Compares writes with and without their events, in alternating rounds. Exit code 1: events add
 * more than a millisecond to the 95th percentile.
 */
async function main(): Promise<number> {
  const server = await startPostgres();
  const { url } = await createDatabase(server.url);
  const postgres = openPostgres({ connectionString: url });
  const env = readEnv({ LOG_LEVEL: "silent", NODE_ENV: "test" });
  const wiring = await openWiring({ env, postgres, secret: "s".repeat(32), hasOwnServer: true });
  try {
    const actor = { kind: "system", name: "bench" } as const;
    const withEvents: Ctx = { ...wiring.core, actor, address: null };
    const without: Ctx = {
      ...withEvents,
      transact: (run) => postgres.transact((tx) => run(tx, () => {})),
    };
    const terms = { name: "Bench", revsharePct: 1 };
    const { partner } = await createPartner(withEvents, { ...terms, code: "bench" });
    const times: Record<"with" | "without", number[]> = { with: [], without: [] };
    await timeWrites(withEvents, partner.id, "warm-up");
    for (let round = 0; round < ROUNDS; round++) {
      times.without.push(...(await timeWrites(without, partner.id, `without-${round}`)));
      times.with.push(...(await timeWrites(withEvents, partner.id, `with-${round}`)));
    }
    for (const share of [0.5, 0.95, 0.99]) {
      const [before, after] = [percentile(times.without, share), percentile(times.with, share)];
      const ratio = (after / before).toFixed(2);
      console.log(
        `p${share * 100}: ${before.toFixed(2)} ms without, ${after.toFixed(2)} ms with events, x ${ratio}`,
      );
    }
    const addedMs = percentile(times.with, 0.95) - percentile(times.without, 0.95);
    return addedMs <= MAX_ADDED_MS ? 0 : 1;
  } finally {
    await wiring.close();
    await server.stop();
  }
}

await runBench(main, 10 * 60_000);
