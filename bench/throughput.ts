import { cpus } from "node:os";
import { startProduct } from "../e2e/support/product";
import { median, runBench, versionsOf } from "./run";
import {
  CONNECTIONS,
  familyOf,
  flood,
  keyFile,
  type Latency,
  residentMiB,
} from "./throughput-load";
import { barsOf, type Measured } from "./throughput-report";
import {
  openEmbedded,
  openStores,
  provideKeys,
  type Stores,
  startNextNoop,
  startPeer,
} from "./throughput-stage";

// Prints how many requests per second the API serves, compared with peers built from registry
// packages on the same stores. Run with: npm run bench [-- --quick]

const MAX_MS = 8 * 60_000;
const ME = "/api/v1/reseller/me";
const PEAK_SHARE = 0.8;
const PACKAGES = ["next", "@hono/node-server", "fastify", "rate-limiter-flexible", "ioredis"];

// V8 finishes compiling after about ten seconds under load.
const plans = {
  full: { rounds: 5, seconds: 2, warmUpSeconds: 8, pacedSeconds: 6, distinct: 100_000 },
  quick: { rounds: 3, seconds: 1, warmUpSeconds: 1, pacedSeconds: 3, distinct: 20_000 },
};
type Plan = (typeof plans)["full"];

type Contender = Measured & {
  url: string;
  keys: readonly (string | null)[];
  pids: () => number[];
  /** Checks the share of refusals, which shows that the contender did its work. */
  refused: (share: number) => boolean;
};

const NONE = (share: number) => share === 0;
const ALL = (share: number) => share === 1;
/** A limit of one per minute admits a request now and then. */
const NEARLY_ALL = (share: number) => share > 0.99;

const say = (text: string) => void process.stderr.write(`${text}\n`);
const closers: (() => Promise<unknown>)[] = [];

function contender(
  name: Measured["name"],
  rest: Omit<Contender, "name" | "perSecond" | "cpuUs" | "generatorShare">,
): Contender {
  return { name, ...rest, perSecond: [], cpuUs: [], generatorShare: [] };
}

async function openContenders(stores: Stores, keys: Awaited<ReturnType<typeof provideKeys>>) {
  const next = await startNextNoop();
  const hono = await startPeer("hono", [stores.redisUrl]);
  const fastify = await startPeer("fastify", [stores.redisUrl, stores.databaseUrl]);
  const product = await startProduct(stores);
  const workers = await startProduct({ ...stores, env: { WORKERS: "2" } });
  const embedded = await openEmbedded();
  closers.push(
    workers.stop,
    next.stop,
    hono.stop,
    fastify.stop,
    product.stop,
    embedded.product.stop,
  );
  const ours = { url: product.url + ME, pids: () => familyOf(product.pid) };
  const { served, limited, revoked, unknown, malformed } = keys;
  return {
    product,
    list: [
      contender("next", { ...next, keys: [null], refused: NONE }),
      contender("hono", { ...hono, keys: served, refused: NONE }),
      contender("fastify", { ...fastify, keys: served, refused: NONE }),
      contender("redis", { ...ours, keys: served, refused: NONE }),
      contender("embedded", {
        url: embedded.product.url + ME,
        pids: () => familyOf(embedded.product.pid),
        keys: embedded.keys,
        refused: NONE,
      }),
      contender("workers=2", {
        url: workers.url + ME,
        pids: () => familyOf(workers.pid),
        keys: served,
        refused: NONE,
      }),
      contender("429", { ...ours, keys: limited, refused: NEARLY_ALL }),
      contender("revoked", { ...ours, keys: revoked, refused: ALL }),
      contender("unknown", { ...ours, keys: unknown, refused: ALL }),
      contender("malformed", { ...ours, keys: malformed, refused: ALL }),
    ],
  };
}

function floodOne({ name, url, keys, pids }: Contender, seconds: number, connections?: number) {
  return flood({ url, file: keyFile(name, keys), seconds, pids: pids(), connections });
}

async function measureOne(contender: Contender, seconds: number): Promise<void> {
  const { name, refused } = contender;
  const load = await floodOne(contender, seconds);
  if (!refused(load.refusedShare)) {
    throw new Error(`${name}: ${load.refusedShare} of the requests were refused`);
  }
  contender.perSecond.push(load.perSecond);
  contender.cpuUs.push(load.cpuUs);
  contender.generatorShare.push(load.generatorShare);
}

/** In turn, so that other load on the machine slows down all of them. */
async function measureAll(list: Contender[], plan: Plan): Promise<void> {
  for (const one of list) {
    say(`Warming up ${one.name} ...`);
    await floodOne(one, plan.warmUpSeconds);
  }
  for (let round = 1; round <= plan.rounds; round++) {
    say(`Round ${round} of ${plan.rounds} ...`);
    for (const one of list) await measureOne(one, plan.seconds);
  }
}

async function paceOne(list: Contender[], name: Measured["name"], plan: Plan): Promise<Latency> {
  const one = contenderOf(list, name);
  say(`${name} at ${PEAK_SHARE * 100}% of its peak ...`);
  const { url, keys } = one;
  const perSecond = median(one.perSecond) * PEAK_SHARE;
  const file = keyFile(name, keys);
  const load = await flood({ url, file, seconds: plan.pacedSeconds, pids: one.pids(), perSecond });
  if (load.perSecond >= perSecond * 0.95) return load.latency;
  say(`${name} did not keep up, so that its latency tells nothing: the machine has slowed down.`);
  return { p50: Number.NaN, p99: Number.NaN };
}

function contenderOf(list: Contender[], name: Measured["name"]): Contender {
  const one = list.find((candidate) => candidate.name === name);
  if (!one) throw new Error(`no contender ${name}`);
  return one;
}

/**
 * CPU time per request of two workers divided by that of one process, one request at a time. With
 * more at once, a process handles several per event loop turn, which two processes share: the
 * result would measure the turns.
 */
async function compareWorkers(list: Contender[], plan: Plan): Promise<number> {
  say("Two workers and one process, one request at a time ...");
  const ratios: number[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const two = await floodOne(contenderOf(list, "workers=2"), plan.seconds, 1);
    const one = await floodOne(contenderOf(list, "redis"), plan.seconds, 1);
    ratios.push(two.cpuUs / one.cpuUs);
  }
  return median(ratios);
}

/** Sends each key once, and again: the second pass adds nothing new, so nothing may be retained. */
async function memoryAfter(
  product: { url: string; pid: number },
  distinct: string[],
): Promise<number> {
  say(`${distinct.length} distinct keys in turn ...`);
  const file = keyFile("distinct", distinct);
  const until = performance.now() + 60_000;
  for (let sent = 0; sent < distinct.length * 1.5 && performance.now() < until; ) {
    const seconds = 5;
    const pids = familyOf(product.pid);
    const load = await flood({ url: product.url + ME, file, seconds, pids });
    if (load.refusedShare > 0) throw new Error("a distinct key was refused");
    sent += load.perSecond * seconds;
  }
  return residentMiB(product.pid);
}

async function bench(plan: Plan): Promise<void> {
  const stores = await openStores();
  closers.push(stores.close);
  const keys = await provideKeys(stores, plan.distinct);
  say("Starting the contenders ...");
  const { product, list } = await openContenders(stores, keys);
  await measureAll(list, plan);
  const next = await paceOne(list, "next", plan);
  const redis = await paceOne(list, "redis", plan);
  const workersCpu = await compareWorkers(list, plan);
  const rssMiB = await memoryAfter(product, keys.distinct);
  console.log(`${versionsOf(PACKAGES)}
${CONNECTIONS} connections over loopback from one thread of wrk, which shares ${cpus().length} cores with the server and Redis.
Medians of ${plan.rounds} rounds of ${plan.seconds} s each, in turn.`);
  console.table(
    list.map(({ name, perSecond, cpuUs, generatorShare }) => ({
      case: name,
      "a second": Math.round(median(perSecond)),
      "CPU us": Number(median(cpuUs).toFixed(1)),
      "wrk's share of a core": Number(median(generatorShare).toFixed(2)),
    })),
  );
  const shown = (latency: Latency) =>
    `p50 ${latency.p50.toFixed(2)} ms, p99 ${latency.p99.toFixed(2)} ms`;
  console.log(`At 80% of its peak: next ${shown(next)}; redis ${shown(redis)}`);
  console.table(barsOf(list, { p99: redis.p99 / next.p99, rssMiB, workersCpu }));
}

async function main(): Promise<number> {
  const plan = process.argv.includes("--quick") ? plans.quick : plans.full;
  try {
    await bench(plan);
    return 0;
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

await runBench(main, MAX_MS);
