import { setTimeout as sleep } from "node:timers/promises";
import type { Product } from "../server/testing/product";
import { type EventsStage, newSubjects, sharedMs, writeEvents } from "./events-stage";
import { numberGiven } from "./run";
import { cpuSeconds, familyOf, flood, keyFile, type Latency, residentMiB } from "./throughput-load";
import { provideKeys } from "./throughput-stage";

const PARTNERS = 30;
const ENDPOINTS_PER_PARTNER = 10;
/** Of each partner: one that hangs, one that refuses, and eight that accept. */
const GOOD_PER_PARTNER = 8;
export const EVENTS_PER_PARTNER = Math.round(numberGiven("--backlog", 100_500) / 300);
const EVENTS_PER_WRITE = 100;
const RATES = [50, 200] as const;
const SAMPLE_MS = 250;
const DRAIN_MS = 180_000;
const KILL_AFTER_MS = 3_000;

export const METRICS_TOKEN = "a token of the events bench";
/** Deliveries that the good endpoints get. */
export const GOOD = PARTNERS * GOOD_PER_PARTNER * EVENTS_PER_PARTNER;

export type Sampled = {
  memoryMiB: number;
  /** Of the process that sends, which is part of it. */
  senderMiB: number;
  unrecorded: number;
  /** The slowest answer of /api/ready and of /api/metrics. */
  readyMs: number;
  metricsMs: number;
};
type Rates = Record<(typeof RATES)[number], Latency>;

/** 300 endpoints, and the deliveries of the events to each, none of which is due. */
async function writeBacklog(stage: EventsStage, partnerIds: readonly string[]): Promise<void> {
  await holdAll(stage, true);
  const total = PARTNERS * EVENTS_PER_PARTNER;
  for (let written = 0; written < total; written += EVENTS_PER_WRITE) {
    const count = Math.min(EVENTS_PER_WRITE, total - written);
    // In turn: each write begins with the partner after the last one of the write before.
    const inTurn = partnerIds.map((_, n) => partnerIds[(written + n) % PARTNERS] ?? "");
    await writeEvents(stage.core, inTurn, newSubjects(count));
  }
}

async function newPartners(stage: EventsStage): Promise<string[]> {
  const partnerIds: string[] = [];
  for (let n = 0; n < PARTNERS; n++) {
    const good = Array.from({ length: GOOD_PER_PARTNER }, (_, at) => stage.urlOf(`/b${n}-${at}`));
    const bad = [stage.urlOf(`/hang-b${n}`), `${stage.refusingUrl}b${n}`];
    partnerIds.push(await stage.newPartner([...good, ...bad]));
  }
  if (partnerIds.length * ENDPOINTS_PER_PARTNER !== 300) throw new Error("not 300 endpoints");
  return partnerIds;
}

/** Holds all endpoints, or releases them. The deliveries of a held endpoint stay due. */
const holdAll = ({ core }: EventsStage, isHeld: boolean) =>
  core.transact(
    (tx) => tx.$executeRaw`
    UPDATE webhook_endpoints
    SET held_until = CASE WHEN ${isHeld} THEN now() + interval '1 day' END`,
  );

/** GET /me at each rate. */
async function measureRates(url: string, file: string, seconds: number): Promise<Rates> {
  const measured: Partial<Rates> = {};
  for (const perSecond of RATES) {
    const aim = { url, file, pids: [], connections: 8, patienceSeconds: 60 };
    const { latency } = await flood({ ...aim, seconds, perSecond });
    measured[perSecond] = latency;
  }
  return measured as Rates;
}

/** Samples the product until `isOver`; returns the largest of each figure. */
async function watch(product: Product, isOver: () => boolean): Promise<Sampled> {
  const found: Sampled = { memoryMiB: 0, senderMiB: 0, unrecorded: 0, readyMs: 0, metricsMs: 0 };
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const timed = async (path: string) => {
    const startMs = sharedMs();
    const response = await fetch(`${product.url}${path}`, { headers });
    return { text: await response.text(), ms: sharedMs() - startMs };
  };
  while (!isOver()) {
    const [ready, metrics, ...memory] = await Promise.all([
      timed("/api/ready"),
      timed("/api/metrics"),
      ...familyOf(product.pid).map((pid) => residentMiB(pid).catch(() => 0)),
    ]);
    const unrecorded = [...metrics.text.matchAll(/^latchkey_webhooks_unrecorded\{.*\} (\d+)$/gm)];
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    found.memoryMiB = Math.max(found.memoryMiB, sum(memory));
    found.senderMiB = Math.max(found.senderMiB, sum(memory.slice(1)));
    found.unrecorded = Math.max(found.unrecorded, sum(unrecorded.map(([, n]) => Number(n))));
    found.readyMs = Math.max(found.readyMs, ready.ms);
    found.metricsMs = Math.max(found.metricsMs, metrics.ms);
    await sleep(SAMPLE_MS);
  }
  return found;
}

/** GET /me, memory and probes without and with deliveries that all become due at once. */
export async function measureBacklog(
  stage: EventsStage,
  options: { product: Product; seconds: number },
) {
  const { product, seconds } = options;
  const { served } = await provideKeys(stage.stores, 1);
  const [url, file] = [`${product.url}/api/v1/reseller/me`, keyFile("backlog", served)];
  const partnerIds = await newPartners(stage);
  await writeBacklog(stage, partnerIds);
  await flood({ url, file, seconds: 3, pids: [], perSecond: 200, connections: 8 });
  let isOver = false;
  const watchedQuiet = watch(product, () => isOver);
  const quiet = await measureRates(url, file, seconds);
  isOver = true;
  const before = await watchedQuiet;
  await stage.receiver.take();
  isOver = false;
  const watched = watch(product, () => isOver);
  const pids = familyOf(product.pid);
  const cpuBefore = cpuSeconds(pids);
  const startMs = sharedMs();
  await holdAll(stage, false);
  const beside = measureRates(url, file, seconds);
  let delivered = 0;
  while (delivered < GOOD && sharedMs() < startMs + DRAIN_MS) {
    await sleep(500);
    delivered = await stage.delivered();
  }
  const tookSeconds = (sharedMs() - startMs) / 1_000;
  const cores = (cpuSeconds(pids) - cpuBefore) / tookSeconds;
  const busy = await beside;
  isOver = true;
  return { quiet, busy, before, during: await watched, delivered, tookSeconds, cores };
}

/** How many deliveries the next process repeats after a SIGKILL amid a backlog. */
export async function measureKill(stage: EventsStage, product: Product): Promise<number> {
  const partnerIds = await newPartners(stage);
  await writeBacklog(stage, partnerIds);
  const before = await stage.delivered();
  await stage.receiver.take();
  await holdAll(stage, false);
  await sleep(KILL_AFTER_MS);
  for (const pid of familyOf(product.pid).toReversed()) process.kill(pid, "SIGKILL");
  await product.exited;
  await sleep(1_000);
  const arrived = await stage.receiver.take();
  const recorded = (await stage.delivered()) - before;
  return arrived.length - recorded;
}
