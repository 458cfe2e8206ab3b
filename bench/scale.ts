import { table } from "../server/cli/table";
import { listCustomers } from "../server/core/customers/queries";
import { readPlatformFeed } from "../server/core/events/platform";
import { addDays, dayOf } from "../server/core/values/days";
import { listDeliveries } from "../server/core/webhooks/queries";
import type { DeliveryQuery } from "../server/core/webhooks/schema";
import { newLane } from "../server/delivery/lane";
import { createQueue } from "../server/delivery/queue";
import { startPostgres } from "../server/testing/postgres";
import { median, runBench } from "./run";
import { OWNER, openStage, type Stage } from "./scale-stage";

const SMALL = 1_000;
const LARGE = 1_000_000;
const ROUNDS = 300;
const WARM_UP = 50;
const PAGE = 100;
/** The maximum ratio of the response times with a million rows and with a thousand. */
const MAX_RATIO = 1.5;
const MAX_MS = 30 * 60_000;

/** A GET of the REST API, a search in the dashboard's customer list, or another call of core. */
type Probe = {
  name: string;
  isBound: boolean;
  pathOf?(stage: Stage): Promise<string> | string;
  search?(stage: Stage): string;
  call?(stage: Stage): Promise<unknown>;
};

const deliveries = (filter: Partial<DeliveryQuery>) => (stage: Stage) =>
  listDeliveries(stage.ctx, { endpointId: stage.endpointId, limit: PAGE, ...filter });

const today = dayOf(new Date());
const PROBES: Probe[] = [
  { name: "GET /me", isBound: true, pathOf: () => "/me" },
  { name: "accounts, page 1", isBound: true, pathOf: () => `/accounts?limit=${PAGE}` },
  { name: "accounts, last page", isBound: true, pathOf: lastPage },
  { name: "search, the name of one", isBound: true, search: ({ rows }) => `ivanova${rows - 1}` },
  { name: "search, one name in 1000", isBound: false, search: () => "ivanova777" },
  { name: "search, a common first name", isBound: false, search: () => "anna777" },
  { name: "search, a single letter", isBound: true, search: () => "a" },
  { name: "metrics, 30 days by day", isBound: false, pathOf: () => "/metrics" },
  {
    name: "metrics, a year by day",
    isBound: false,
    pathOf: () => `/metrics?from=${addDays(today, -364)}&to=${addDays(today, 1)}`,
  },
  { name: "events, page 1", isBound: true, pathOf: () => `/events?limit=${PAGE}` },
  {
    name: "events, last page",
    isBound: true,
    pathOf: ({ rows }) => `/events?limit=${PAGE}&after=${rows - PAGE}`,
  },
  {
    name: "events of a type without any",
    isBound: true,
    pathOf: () => `/events?limit=${PAGE}&types=payout.failed`,
  },
  {
    name: "events of all partners",
    isBound: true,
    call: ({ ctx }) => readPlatformFeed(ctx, { limit: PAGE }),
  },
  { name: "deliveries, page 1", isBound: true, call: deliveries({}) },
  { name: "deliveries, failed", isBound: true, call: deliveries({ status: "failed" }) },
  { name: "deliveries, a type without any", isBound: true, call: deliveries({ type: "payout.*" }) },
  {
    name: "the dispatcher's look, 32 of 1000 endpoints",
    isBound: true,
    call: lookAtOwned,
  },
];

/** Finds one delivery of each owned endpoint. */
async function lookAtOwned({ ctx, ownedIds }: Stage): Promise<void> {
  const claimed = { partnerId: null, perSecond: 10, isFailing: false };
  const lanes = ownedIds.map((endpointId) => newLane({ ...claimed, endpointId }));
  const ready = lanes.map((lane) => ({ lane, slots: 10 }));
  const { due } = await createQueue(ctx, OWNER).look(ready, "all");
  if (due.length !== ownedIds.length) throw new Error(`found ${due.length} deliveries`);
}

/** The last full page: page 10,000 of a million rows. */
async function lastPage({ ctx, partnerId, rows }: Stage): Promise<string> {
  let cursor: string | undefined;
  for (let page = 1; page < rows / PAGE; page++) {
    const { nextCursor } = await listCustomers(ctx, { partnerId, limit: PAGE, cursor });
    cursor = nextCursor ?? undefined;
  }
  return `/accounts?limit=${PAGE}&cursor=${cursor}`;
}

type Result = Probe & { smallMs: number; largeMs: number; ratio: number };

async function asking(probe: Probe, stage: Stage): Promise<() => Promise<unknown>> {
  const { pathOf, search, call } = probe;
  if (call) return () => call(stage);
  if (!pathOf)
    return () =>
      listCustomers(stage.ctx, {
        partnerId: stage.partnerId,
        search: search?.(stage),
        limit: PAGE,
      });
  const path = await pathOf(stage);
  return () => stage.get(path);
}

/** Alternating, so that other load on the machine slows down both. */
async function measure(probe: Probe, small: Stage, large: Stage): Promise<Result> {
  const asks = [await asking(probe, small), await asking(probe, large)];
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [index, ask] of asks.entries()) {
      const startedAt = performance.now();
      await ask();
      if (round >= WARM_UP) times[index]?.push(performance.now() - startedAt);
    }
  }
  const [smallMs, largeMs] = [median(times[0]), median(times[1])];
  return { ...probe, smallMs, largeMs, ratio: largeMs / smallMs };
}

function tableOf(results: readonly Result[]): string {
  return table(results, [
    { title: `median of ${ROUNDS}`, cell: ({ name }) => name },
    { title: `${SMALL} rows`, cell: ({ smallMs }) => `${smallMs.toFixed(2)} ms` },
    { title: `${LARGE} rows`, cell: ({ largeMs }) => `${largeMs.toFixed(2)} ms` },
    { title: "ratio", cell: ({ ratio }) => ratio.toFixed(2) },
    { title: "bound", cell: boundOf },
  ]);
}

function boundOf({ ratio, isBound }: Result): string {
  if (!isBound) return "-";
  return ratio < MAX_RATIO ? `< ${MAX_RATIO}` : `NOT < ${MAX_RATIO}`;
}

/**
 * Compares response times with a thousand and a million rows of one partner. Exit code 1: one grows
 * too much.
 */
async function main(): Promise<number> {
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  const postgres = await startPostgres();
  try {
    const small = await openStage(postgres.url, SMALL);
    say(
      `Filling a database with ${LARGE.toLocaleString("en")} customers, charges, events and deliveries ...`,
    );
    const large = await openStage(postgres.url, LARGE);
    const results: Result[] = [];
    for (const probe of PROBES) {
      say(`Measuring ${probe.name} ...`);
      results.push(await measure(probe, small, large));
    }
    process.stdout.write(`${tableOf(results)}\n`);
    await Promise.all([small.close(), large.close()]);
    return results.every(({ isBound, ratio }) => !isBound || ratio < MAX_RATIO) ? 0 : 1;
  } finally {
    await postgres.stop();
  }
}

await runBench(main, MAX_MS);
