import { cpus } from "node:os";
import { startProduct } from "../server/testing/product";
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
  startFastify,
  startNextNoop,
} from "./throughput-stage";

// Prints how many requests per second the API serves, compared with a no-op Next handler and with
// Fastify on the same stores. Run with: npm run bench [-- --quick]

const MAX_MS = 8 * 60_000;
const MAX_DISTINCT_MS = 3 * 60_000;
const ME = "/api/v1/reseller/me";
const PLATFORM = "/api/v1/platform";
const PEAK_SHARE = 0.8;
const PACKAGES = ["next", "fastify", "rate-limiter-flexible", "ioredis"];

// V8 finishes compiling after about ten seconds under load.
const plans = {
  full: { rounds: 5, seconds: 2, warmUpSeconds: 8, pacedSeconds: 6, distinct: 100_000 },
  quick: { rounds: 3, seconds: 1, warmUpSeconds: 1, pacedSeconds: 3, distinct: 20_000 },
};
type Plan = (typeof plans)["full"];

type Subject = Measured & {
  url: string;
  keys: readonly (string | null)[];
  pids: () => number[];
  /** Checks the share of refusals, which shows that the server did its work. */
  refused: (share: number) => boolean;
};

const NONE = (share: number) => share === 0;
const ALL = (share: number) => share === 1;
/** A limit of one per minute admits a request now and then. */
const NEARLY_ALL = (share: number) => share > 0.99;

const say = (text: string) => void process.stderr.write(`${text}\n`);
const closers: (() => Promise<unknown>)[] = [];

function subject(
  name: Measured["name"],
  rest: Omit<Subject, "name" | "perSecond" | "cpuUs" | "generatorShare">,
): Subject {
  return { name, ...rest, perSecond: [], cpuUs: [], generatorShare: [] };
}

async function openSubjects(stores: Stores, keys: Awaited<ReturnType<typeof provideKeys>>) {
  const next = await startNextNoop();
  const fastify = await startFastify(stores);
  const product = await startProduct(stores);
  const workers = await startProduct({ ...stores, env: { WORKERS: "2" } });
  const embedded = await openEmbedded();
  closers.push(workers.stop, next.stop, fastify.stop, product.stop, embedded.product.stop);
  // Every process that is used has shown pages: what they leave behind counts.
  for (const { url } of [product, workers, embedded.product]) await fetch(`${url}/sign-in`);
  const ours = { url: product.url + ME, pids: () => familyOf(product.pid) };
  const { served, limited, revoked, unknown, malformed, platform } = keys;
  return {
    product,
    list: [
      subject("next", { ...next, keys: [null], refused: NONE }),
      subject("fastify", { ...fastify, keys: served, refused: NONE }),
      subject("redis", { ...ours, keys: served, refused: NONE }),
      subject("forward-auth", {
        ...ours,
        url: `${product.url}${PLATFORM}/forward-auth?route=/orders/{id}`,
        keys: served.map((key) => `${platform} about ${key}`),
        refused: NONE,
      }),
      subject("verify", {
        ...ours,
        url: `${product.url}${PLATFORM}/keys/verify`,
        keys: served.map((key) => `${platform} verifies ${key}`),
        refused: NONE,
      }),
      subject("embedded", {
        url: embedded.product.url + ME,
        pids: () => familyOf(embedded.product.pid),
        keys: embedded.keys,
        refused: NONE,
      }),
      subject("workers=2", {
        url: workers.url + ME,
        pids: () => familyOf(workers.pid),
        keys: served,
        refused: NONE,
      }),
      subject("429", { ...ours, keys: limited, refused: NEARLY_ALL }),
      subject("revoked", { ...ours, keys: revoked, refused: ALL }),
      subject("unknown", { ...ours, keys: unknown, refused: ALL }),
      subject("malformed", { ...ours, keys: malformed, refused: ALL }),
    ],
  };
}

function floodOne({ name, url, keys, pids }: Subject, seconds: number, connections?: number) {
  return flood({ url, file: keyFile(name, keys), seconds, pids: pids(), connections });
}

async function measureOne(subject: Subject, seconds: number): Promise<void> {
  const { name, refused } = subject;
  const load = await floodOne(subject, seconds);
  if (!refused(load.refusedShare)) {
    throw new Error(`${name}: ${load.refusedShare} of the requests were refused`);
  }
  subject.perSecond.push(load.perSecond);
  subject.cpuUs.push(load.cpuUs);
  subject.generatorShare.push(load.generatorShare);
}

/** In turn, so that other load on the machine slows down all of them. */
async function measureAll(list: Subject[], plan: Plan): Promise<void> {
  for (const one of list) {
    say(`Warming up ${one.name} ...`);
    await floodOne(one, plan.warmUpSeconds);
  }
  for (let round = 1; round <= plan.rounds; round++) {
    say(`Round ${round} of ${plan.rounds} ...`);
    for (const one of list) await measureOne(one, plan.seconds);
  }
}

async function paceOne(list: Subject[], name: Measured["name"], plan: Plan): Promise<Latency> {
  const one = subjectOf(list, name);
  say(`${name} at ${PEAK_SHARE * 100}% of its peak ...`);
  const { url, keys } = one;
  const perSecond = median(one.perSecond) * PEAK_SHARE;
  const file = keyFile(name, keys);
  const load = await flood({ url, file, seconds: plan.pacedSeconds, pids: one.pids(), perSecond });
  if (load.perSecond >= perSecond * 0.95) return load.latency;
  say(`${name} did not keep up, so that its latency means nothing: the machine has slowed down.`);
  return { p50: Number.NaN, p99: Number.NaN, max: Number.NaN };
}

function subjectOf(list: Subject[], name: Measured["name"]): Subject {
  const one = list.find((candidate) => candidate.name === name);
  if (!one) throw new Error(`no server ${name}`);
  return one;
}

/**
 * CPU time per request of two workers divided by that of one process, one request at a time. With
 * more at once, a process handles several per event loop turn, which two processes share: the
 * result would measure the turns.
 */
async function compareWorkers(list: Subject[], plan: Plan): Promise<number> {
  say("Two workers and one process, one request at a time ...");
  const ratios: number[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const two = await floodOne(subjectOf(list, "workers=2"), plan.seconds, 1);
    const one = await floodOne(subjectOf(list, "redis"), plan.seconds, 1);
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
  const pids = familyOf(product.pid);
  const until = performance.now() + MAX_DISTINCT_MS;
  for (let sent = 0; sent < distinct.length * 1.5; ) {
    if (performance.now() > until) throw new Error(`only ${sent} distinct keys in time`);
    const next = sent % distinct.length;
    const file = keyFile("distinct", [...distinct.slice(next), ...distinct.slice(0, next)]);
    const load = await flood({ url: product.url + ME, file, seconds: 5, pids });
    if (load.refusedShare > 0) throw new Error("a distinct key was refused");
    sent += Math.floor(load.perSecond * 5);
  }
  return residentMiB(product.pid);
}

async function bench(plan: Plan): Promise<void> {
  const stores = await openStores();
  closers.push(stores.close);
  const keys = await provideKeys(stores, plan.distinct);
  say("Starting the servers ...");
  const { product, list } = await openSubjects(stores, keys);
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
