import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { MAX_PER_MINUTE } from "../server/core/keys/limits";
import { issueKey } from "../server/core/keys/mutations";
import { freePort } from "../server/testing/processes";
import type { Product } from "../server/testing/product";
import { type EventsStage, openEventsStage } from "./events-stage";

const BASE = "/api/v1/reseller";
const PROCESSES = 3;
const PARTNERS = 6;
const ENDPOINTS_PER_PARTNER = 2;
/** The pause of each partner's writer, so that the processes are busy but start soon. */
const WRITE_EVERY_MS = 100;
const PAGE = 100;
/** How long a process runs with the others before one of them is killed. */
const RUN_MS = { min: 200, max: 2_500 };
/** Until a killed process's endpoints are taken over, and what it left was delivered. */
const SETTLE_MS = 120_000;
const REQUEST_MS = 20_000;

type Partner = {
  id: string;
  key: string;
  /** The IDs of accounts whose creation was acknowledged. */
  acknowledged: Set<string>;
  /** Events as a reader of the feed got them while the processes were being killed. */
  read: FeedEvent[];
};

type FeedEvent = { id: string; sequence: number; subject: { id: string } };

/** How often each event arrived, by path and then by ID. */
type Received = Map<string, Map<string, number>>;

/**
 * Kills one of three processes under load, again and again, every tenth time all of them. Then
 * checks that each acknowledged write has its event, that the feed had no gap at any time, and that
 * each event was delivered to each endpoint. Exit code 1: something is missing.
 */
export async function soakDeliveries(rounds: number): Promise<number> {
  const stage = await openEventsStage();
  try {
    const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
    const products = await Promise.all(ports.map((port) => stage.launch({ port })));
    const partners = await newPartners(stage);
    const end = new AbortController();
    const received: Received = new Map();
    const running = [
      ...partners.flatMap((partner) => [
        writeUntil(end.signal, ports, partner),
        readUntil(end.signal, ports, partner),
      ]),
      receiveUntil(end.signal, stage, received),
    ];
    for (let round = 1; round <= rounds; round++) {
      await sleep(randomInt(RUN_MS.min, RUN_MS.max));
      const victims = round % 10 === 0 ? ports.keys() : [randomInt(PROCESSES)];
      await Promise.all(Array.from(victims, (at) => replace(stage, products, at)));
      if (round % 10 === 0) console.log(`${round} rounds: ${progressOf(partners, received)}`);
    }
    const wrong = await finish({ stage, partners, received, end, running });
    await Promise.all(products.map((product) => product.stop()));
    for (const sentence of wrong) console.error(`Wrong: ${sentence}`);
    if (wrong.length === 0) console.log(`Passed: ${progressOf(partners, received)}`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    await stage.close();
  }
}

async function replace({ launch }: EventsStage, products: Product[], at: number): Promise<void> {
  const victim = products[at];
  if (!victim) return;
  await victim.kill9();
  products[at] = await launch({ port: victim.port });
}

async function newPartners(stage: EventsStage): Promise<Partner[]> {
  const partners: Partner[] = [];
  for (let n = 0; n < PARTNERS; n++) {
    const paths = Array.from({ length: ENDPOINTS_PER_PARTNER }, (_, at) => `/p${n}-${at}`);
    const id = await stage.newPartner(paths.map(stage.urlOf));
    const scopes = ["accounts:read", "accounts:write", "events:read"] as const;
    const key = { label: "soak", scopes: [...scopes], perMinute: MAX_PER_MINUTE };
    const { plaintext } = await issueKey(stage.ctx, { partnerId: id, ...key });
    partners.push({ id, key: plaintext, acknowledged: new Set(), read: [] });
  }
  return partners;
}

/** A response's body; null if a process that was killed gave none. */
async function call(port: number, key: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const method = body ? "POST" : "GET";
  const signal = AbortSignal.timeout(REQUEST_MS);
  const init = { headers, method, signal, ...(body && { body: JSON.stringify(body) }) };
  try {
    const response = await fetch(`http://127.0.0.1:${port}${BASE}${path}`, init);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

async function writeUntil(end: AbortSignal, ports: readonly number[], partner: Partner) {
  for (let n = 0; !end.aborted; n++) {
    const port = ports[n % ports.length] ?? 0;
    const email = `soak-${n}@${partner.id.replace("_", "-")}.example`;
    const account = await call(port, partner.key, "/accounts", { email });
    if (account !== null) partner.acknowledged.add(account.id);
    await sleep(WRITE_EVERY_MS);
  }
}

/** Follows the feed, from one process and then another, until its end after `end`. */
async function readUntil(end: AbortSignal, ports: readonly number[], partner: Partner) {
  for (let n = 0; ; n++) {
    const isLast = end.aborted;
    const after = partner.read.at(-1)?.sequence ?? 0;
    const path = `/events?after=${after}&limit=${PAGE}`;
    const page = await call(ports[n % ports.length] ?? 0, partner.key, path);
    if (page === null) continue;
    partner.read.push(...(page.data as FeedEvent[]));
    if (isLast && page.data.length === 0) return;
    await sleep(WRITE_EVERY_MS);
  }
}

async function receiveUntil(end: AbortSignal, stage: EventsStage, received: Received) {
  for (let isLast = false; ; isLast = end.aborted) {
    for (const { path, id } of await stage.receiver.take()) {
      const ids = received.get(path) ?? new Map<string, number>();
      ids.set(id, (ids.get(id) ?? 0) + 1);
      received.set(path, ids);
    }
    if (isLast) return;
    await sleep(500);
  }
}

type Run = {
  stage: EventsStage;
  partners: readonly Partner[];
  received: Received;
  end: AbortController;
  running: readonly Promise<unknown>[];
};

/** Lets all be delivered, and returns what is wrong. */
async function finish({ stage, partners, received, end, running }: Run): Promise<string[]> {
  const untilMs = performance.now() + SETTLE_MS;
  end.abort();
  await Promise.all(running);
  while ((await stage.pending()) > 0 && performance.now() < untilMs) await sleep(500);
  await receiveUntil(end.signal, stage, received);
  const wrong: string[] = [];
  for (const [n, partner] of partners.entries()) {
    wrong.push(...(await faultsOf(stage, partner)));
    for (let at = 0; at < ENDPOINTS_PER_PARTNER; at++) {
      const path = `/p${n}-${at}`;
      wrong.push(...undelivered(path, partner, received.get(path) ?? new Map()));
    }
  }
  return wrong;
}

async function faultsOf({ core }: EventsStage, { id, read, acknowledged }: Partner) {
  const wrong: string[] = [];
  const gap = read.findIndex(({ sequence }, at) => sequence !== at + 1);
  if (gap >= 0) wrong.push(`the feed of ${id} has ${read[gap]?.sequence} after ${gap}`);
  const receivedIds = new Set(read.map(({ subject }) => subject.id));
  const silent = [...acknowledged].filter((account) => !receivedIds.has(account));
  if (silent.length > 0) wrong.push(`no event of ${silent.length} acknowledged accounts of ${id}`);
  const accounts = await core.db.customer.count({ where: { partnerId: id } });
  // The partner and its key have events, too.
  const created = read.filter(({ subject }) => subject.id.startsWith("acc_")).length;
  if (accounts !== created)
    wrong.push(`${id} has ${accounts} accounts and ${created} events of them`);
  return wrong;
}

/** Every account's event must have arrived at `path`, and nothing else. */
function undelivered(path: string, { read }: Partner, ids: ReadonlyMap<string, number>): string[] {
  const wanted = new Set(
    read.filter(({ subject }) => subject.id.startsWith("acc_")).map(({ id }) => id),
  );
  const missing = [...wanted].filter((id) => !ids.has(id));
  const foreign = [...ids.keys()].filter((id) => !wanted.has(id));
  return [
    ...(missing.length > 0 ? [`${missing.length} events did not arrive at ${path}`] : []),
    ...(foreign.length > 0 ? [`${foreign.length} unknown IDs arrived at ${path}`] : []),
  ];
}

function progressOf(partners: readonly Partner[], received: Received): string {
  const counts = [...received.values()].flatMap((ids) => [...ids.values()]);
  const written = partners.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  const repeated = counts.filter((count) => count > 1).length;
  return `${written} writes acknowledged, ${counts.length} deliveries, ${repeated} of them more than once with the same ID`;
}
