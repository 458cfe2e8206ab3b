import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Product } from "../server/testing/product";
import {
  type EventsStage,
  forEach,
  newSubjects,
  sharedMs,
  type Written,
  writeEvents,
  writePaced,
} from "./events-stage";
import { median, quantile } from "./run";
import { cpuSeconds, familyOf, flood, keyFile } from "./throughput-load";
import { provideKeys } from "./throughput-stage";

const LATENCY_RATE = 200;
const ENDPOINTS_PER_PARTNER = 5;
/** Enough that each endpoint always has deliveries due, and few enough to be written meanwhile. */
const BACKLOG = 4_000;
const EVENTS_PER_WRITE = 40;
const SETTLE_MS = 30_000;

type Quantiles = { p50: number; p95: number; p99: number; count: number };

function quantilesOf(values: readonly number[]): Quantiles {
  const at = (share: number) => quantile(values, share);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), count: values.length };
}

/** Until all that is due was delivered and recorded. */
async function settled(stage: EventsStage): Promise<void> {
  const endMs = sharedMs() + SETTLE_MS;
  while ((await stage.pending()) > 0 && sharedMs() < endMs) await sleep(100);
}

/** The times from the commit, and from the beginning of the write, to the first arrival. */
function latenciesOf(
  written: ReadonlyMap<string, Written>,
  arrivals: readonly { subject: string; path: string; atMs: number }[],
) {
  const seen = new Set<string>();
  const fromCommit: number[] = [];
  const fromBegin: number[] = [];
  for (const { subject, path, atMs } of arrivals) {
    const times = written.get(subject);
    if (!times || seen.has(`${subject} ${path}`)) continue;
    seen.add(`${subject} ${path}`);
    fromCommit.push(atMs - times.committedMs);
    fromBegin.push(atMs - times.beganMs);
  }
  return { fromCommit: quantilesOf(fromCommit), fromBegin: quantilesOf(fromBegin) };
}

/** Events at a steady rate, each for one of twenty endpoints. */
export async function measureLatency(stage: EventsStage, seconds: number) {
  const partnerIds: string[] = [];
  for (let n = 0; n < 20; n++) partnerIds.push(await stage.newPartner([stage.urlOf(`/l${n}`)]));
  const load = { partnerIds, perSecond: LATENCY_RATE };
  await writePaced(stage.core, { ...load, seconds: 5 });
  await settled(stage);
  await stage.receiver.take();
  const written = await writePaced(stage.core, { ...load, seconds });
  await settled(stage);
  const arrivals = await stage.receiver.take();
  await disableAll(stage);
  return { written: written.size, ...latenciesOf(written, arrivals) };
}

const disableAll = ({ core }: EventsStage) =>
  core.transact(
    (tx) => tx.$executeRaw`
    UPDATE webhook_endpoints
    SET status = 'disabled', disabled_at = now(), disabled_reason = 'manual'
    WHERE status = 'enabled'`,
  );

const enable = ({ core }: EventsStage, urlPattern: string) =>
  core.transact(
    (tx) => tx.$executeRaw`
    UPDATE webhook_endpoints SET status = 'enabled', disabled_at = NULL, disabled_reason = NULL
    WHERE url LIKE ${`%${urlPattern}%`}`,
  );

/**
 * As many deliveries as possible: a writer keeps a backlog of 40 endpoints. Rates are of each five
 * seconds, counted by the receiver; recorded ones by the database, until none is pending.
 */
export async function measureSustained(
  stage: EventsStage,
  options: { seconds: number; products: readonly Product[] },
) {
  const partnerIds: string[] = [];
  for (let n = 0; n < 8; n++) {
    const paths = Array.from({ length: ENDPOINTS_PER_PARTNER }, (_, at) => `/s${n}-${at}`);
    partnerIds.push(await stage.newPartner(paths.map(stage.urlOf)));
  }
  await stage.receiver.take();
  const before = await stage.delivered();
  const groups = await cpuGroups(stage, options.products);
  const cpuBefore = groups.map(({ seconds }) => seconds());
  const windows: number[] = [];
  let [emitted, received] = [0, 0];
  const startMs = sharedMs();
  let windowMs = startMs;
  let inWindow = 0;
  while (sharedMs() < startMs + options.seconds * 1_000) {
    if (emitted - received < BACKLOG) {
      await writeEvents(stage.core, partnerIds, newSubjects(EVENTS_PER_WRITE));
      emitted += EVENTS_PER_WRITE * ENDPOINTS_PER_PARTNER;
    } else await sleep(10);
    const count = (await stage.receiver.take()).length;
    received += count;
    inWindow += count;
    const nowMs = sharedMs();
    if (nowMs < windowMs + 5_000) continue;
    windows.push((inWindow / (nowMs - windowMs)) * 1_000);
    [windowMs, inWindow] = [nowMs, 0];
  }
  const tookMs = sharedMs() - startMs;
  const recorded = (await stage.delivered()) - before;
  const cpu = groups.map(({ name, seconds }, at) => ({
    name,
    cores: (seconds() - (cpuBefore[at] ?? 0)) / (tookMs / 1_000),
  }));
  await settled(stage);
  received += (await stage.receiver.take()).length;
  await disableAll(stage);
  return {
    perSecond: (recorded / tookMs) * 1_000,
    slowest: Math.min(...windows),
    median: median(windows),
    emitted,
    recorded: (await stage.delivered()) - before,
    received,
    cpu,
  };
}

async function cpuGroups(stage: EventsStage, products: readonly Product[]) {
  const postgres = await stage.postgresPid();
  const { pid } = stage.receiver;
  const writer = () => process.cpuUsage();
  return [
    { name: "Latchkey", seconds: () => cpuSeconds(products.flatMap(({ pid }) => familyOf(pid))) },
    { name: "PostgreSQL", seconds: () => cpuSeconds(familyOf(postgres)) },
    { name: "receiver", seconds: () => cpuSeconds([pid]) },
    { name: "writer", seconds: () => (writer().user + writer().system) / 1e6 },
  ];
}

/** The load beside GET /me at full rate. */
const BESIDE = {
  "no endpoint, no events": { hasEndpoints: false, hasEvents: false },
  "endpoints, no events": { hasEndpoints: true, hasEvents: false },
  "200 events/s, no endpoint": { hasEndpoints: false, hasEvents: true },
  "200 events/s, each delivered": { hasEndpoints: true, hasEvents: true },
} as const;
export type Beside = keyof typeof BESIDE;

/**
 * GET /me at full rate, in turn beside each of these; per round and case, with the share of this
 * machine's CPU time that the sender took.
 */
export async function measureApi(
  stage: EventsStage,
  options: { product: Product; rounds: number; seconds: number },
) {
  const { product, rounds, seconds } = options;
  const { served } = await provideKeys(stage.stores, 1);
  const partnerIds: string[] = [];
  for (let n = 0; n < 20; n++) partnerIds.push(await stage.newPartner([stage.urlOf(`/c${n}`)]));
  const url = `${product.url}/api/v1/reseller/me`;
  const aim = { url, file: keyFile("events", served), pids: [product.pid] };
  // The process that sends webhooks.
  const sender = familyOf(product.pid).slice(1);
  await flood({ ...aim, seconds: 5 });
  const names = Object.keys(BESIDE) as Beside[];
  const measured = new Map(
    names.map((name) => [
      name,
      { perSecond: [] as number[], cpuUs: [] as number[], senderShare: [] as number[] },
    ]),
  );
  for (let round = 0; round < rounds; round++) {
    // Alternating directions, so that a machine that slows down slows all of them.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { hasEndpoints, hasEvents } = BESIDE[name];
      await disableAll(stage);
      if (hasEndpoints) await enable(stage, "/c");
      await sleep(1_500);
      const load = { partnerIds, perSecond: LATENCY_RATE, seconds: seconds + 1 };
      const writing = hasEvents ? writePaced(stage.core, load) : null;
      await sleep(500);
      const senderBefore = cpuSeconds(sender);
      const { perSecond, cpuUs } = await flood({ ...aim, seconds });
      const senderShare = (cpuSeconds(sender) - senderBefore) / seconds / cpus().length;
      await writing;
      await settled(stage);
      measured.get(name)?.perSecond.push(perSecond);
      measured.get(name)?.cpuUs.push(cpuUs);
      measured.get(name)?.senderShare.push(senderShare);
    }
  }
  await disableAll(stage);
  return measured;
}

const ENDPOINTS = 1_000;
const PER_PARTNER = 10;
const BAD_OF_EACH_KIND = 50;

/**
 * The latency of 900 endpoints with and without 100 bad ones among the same partners: 50 accept
 * requests and never answer, 50 refuse connections.
 */
export async function measureBadEndpoints(
  stage: EventsStage,
  options: { rounds: number; seconds: number },
) {
  const partnerIds: string[] = [];
  const numbers = Array.from({ length: ENDPOINTS / PER_PARTNER }, (_, n) => n);
  await forEach(numbers, async (n) => {
    const good = Array.from({ length: PER_PARTNER - 1 }, (_, at) => stage.urlOf(`/d${n}-${at}`));
    const bad = n < BAD_OF_EACH_KIND ? stage.urlOf(`/hang${n}`) : `${stage.refusingUrl}refuse`;
    partnerIds.push(await stage.newPartner([...good, bad]));
  });
  const load = { partnerIds, perSecond: 20 };
  const runs: Record<"without" | "with", Quantiles[]> = { without: [], with: [] };
  for (let round = 0; round < options.rounds; round++) {
    // Alternating directions, so that a machine that slows down slows both.
    const kinds = ["without", "with"] as const;
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      await disableAll(stage);
      await stage.core.transact((tx) => tx.webhookDelivery.deleteMany({}));
      await enable(stage, "/d");
      if (kind === "with") {
        await enable(stage, "/hang");
        await enable(stage, "/refuse");
      }
      await writePaced(stage.core, { ...load, seconds: 5 });
      await sleep(2_000);
      await stage.receiver.take();
      const written = await writePaced(stage.core, { ...load, seconds: options.seconds });
      await sleep(2_000);
      const arrivals = await stage.receiver.take();
      const good = arrivals.filter(({ path }) => path.startsWith("/d"));
      runs[kind].push(latenciesOf(written, good).fromCommit);
    }
  }
  await disableAll(stage);
  return runs;
}
