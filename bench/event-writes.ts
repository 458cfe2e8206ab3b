import { startPostgres } from "../e2e/support/postgres";
import { createDatabase } from "../e2e/support/template-database";
import { table } from "../server/cli/table";
import type { Ctx } from "../server/core/actor";
import { createCustomer } from "../server/core/customers/mutations";
import { createPartner } from "../server/core/partners/mutations";
import { readEnv } from "../server/env";
import { openPostgres } from "../server/stores/postgres";
import { openWiring } from "../server/wiring";
import { median, runBench } from "./run";

const ROUNDS = 40;
const WRITES_PER_ROUND = 100;
const SHARES = [0.5, 0.95, 0.99];
/** The most that events may add to the 95th percentile of a write. */
const MAX_ADDED_MS = 1;

/** Times writes one after the other; returns their sorted times. */
async function timeWrites(ctx: Ctx, partnerId: string, round: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < WRITES_PER_ROUND; n++) {
    const input = { email: `${round}-${n}@example.com`, metadata: {} };
    const startedMs = performance.now();
    await createCustomer(ctx, { partnerId, ...input });
    times.push(performance.now() - startedMs);
  }
  return times.sort((a, b) => a - b);
}

/** The percentiles of a pair of rounds. */
type Pair = { share: number; withoutMs: number; withMs: number }[];

/** Two rounds right after each other, so that other load on the machine slows down both. */
async function timePair(round: number, { without, withEvents, partnerId }: Bench): Promise<Pair> {
  const times: Partial<Record<"without" | "with", number[]>> = {};
  const order = round % 2 === 0 ? (["without", "with"] as const) : (["with", "without"] as const);
  for (const kind of order) {
    const ctx = kind === "with" ? withEvents : without;
    times[kind] = await timeWrites(ctx, partnerId, `${kind}-${round}`);
  }
  const at = (kind: "without" | "with", share: number) =>
    times[kind]?.[Math.floor(WRITES_PER_ROUND * share)] ?? Number.NaN;
  return SHARES.map((share) => ({
    share,
    withoutMs: at("without", share),
    withMs: at("with", share),
  }));
}

type Bench = { withEvents: Ctx; without: Ctx; partnerId: string };

function report(pairs: readonly Pair[]): number {
  const rows = SHARES.map((share) => {
    const all = pairs.flatMap((pair) => pair.filter((each) => each.share === share));
    const withoutMs = median(all.map((each) => each.withoutMs));
    const withMs = median(all.map((each) => each.withMs));
    const addedMs = median(all.map((each) => each.withMs - each.withoutMs));
    return { share, withoutMs, withMs, addedMs };
  });
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  const lines = table(rows, [
    { title: `median of ${ROUNDS}`, cell: ({ share }) => `p${share * 100}` },
    { title: "without", cell: ({ withoutMs }) => ms(withoutMs) },
    { title: "with events", cell: ({ withMs }) => ms(withMs) },
    { title: "ratio", cell: ({ withMs, withoutMs }) => (withMs / withoutMs).toFixed(2) },
    { title: "added", cell: ({ addedMs }) => ms(addedMs) },
  ]);
  console.log(lines);
  const added = rows.find(({ share }) => share === 0.95)?.addedMs ?? Number.NaN;
  return added <= MAX_ADDED_MS ? 0 : 1;
}

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
      // Audit rows only.
      transact: (run) =>
        withEvents.transact((tx, outbox) => run(tx, { ...outbox, emit: () => {} })),
    };
    const terms = { name: "Bench", revsharePct: 1 };
    const { partner } = await createPartner(withEvents, { ...terms, code: "bench" });
    const bench = { withEvents, without, partnerId: partner.id };
    await timePair(-1, bench);
    const pairs: Pair[] = [];
    for (let round = 0; round < ROUNDS; round++) pairs.push(await timePair(round, bench));
    return report(pairs);
  } finally {
    await wiring.close();
    await server.stop();
  }
}

await runBench(main, 10 * 60_000);
