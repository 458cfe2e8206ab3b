import { Agent, request } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { table } from "../server/cli/table";
import { createPartner } from "../server/core/partners/mutations";
import { billedItem } from "../server/testing/billed-items";
import { type Billing, openBilling } from "../server/testing/billing";
import { startProduct } from "../server/testing/product";
import { newBenchKey, openBenchCore } from "./core";
import { median, numberGiven, quantile, runBench } from "./run";
import { cpuSeconds, familyOf } from "./throughput-load";
import { openStores, type Stores } from "./throughput-stage";

// How many charges a second one process records in batches over HTTP, with PostgreSQL, Redis and
// this client on the same machine, and the latency of another partner's GET /me meanwhile.
// npm run bench:charges [-- --seconds 10]

const PARTNERS = 50;
const ME_EVERY_MS = 10;
const MIN_PER_SECOND = 10_000;
const LONGEST_MS = 15 * 60_000;

type Case = { name: string; size: number; partners: number; atOnce: number };
const CASES: readonly Case[] = [
  { name: "200 of one partner, 4 at once", size: 200, partners: 1, atOnce: 4 },
  { name: "1,000 of one partner, 4 at once", size: 1_000, partners: 1, atOnce: 4 },
  { name: "200 of 50 partners, 4 at once", size: 200, partners: PARTNERS, atOnce: 4 },
  { name: "1,000 of 50 partners, 4 at once", size: 1_000, partners: PARTNERS, atOnce: 4 },
];

type Latency = { p50: number; p99: number };
type Result = Case & { perSecond: number; cpuUs: Cost; alone: Latency; beside: Latency };
/** CPU time of a charge in microseconds: it hardly depends on what else the machine does. */
type Cost = { product: number; database: number };
type Target = { url: string; meKey: string; billing: Billing; cost(): Promise<Cost> };

async function prepare({ databaseUrl }: Stores): Promise<Omit<Target, "url" | "cost">> {
  const { wiring, ctx } = await openBenchCore(databaseUrl);
  const billing = await openBilling(ctx, PARTNERS);
  const { partner } = await createPartner(ctx, { code: "me", name: "Me", revsharePct: 20 });
  const { plaintext } = await newBenchKey(ctx, partner.id);
  await wiring.close();
  return { billing, meKey: plaintext };
}

const agent = new Agent({ keepAlive: true });

/** Sends a request; resolves with its response. Takes a third of the CPU time of fetch(). */
function send(url: string, options: { headers: object; body?: string }) {
  const { headers, body } = options;
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const sent = request(url, { agent, method, headers: { ...headers } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    sent.on("error", reject).end(body);
  });
}

/** GET /me a hundred times a second until the signal; the latencies in milliseconds. */
async function askMe({ url, meKey }: Target, end: AbortSignal): Promise<Latency> {
  const times: number[] = [];
  const open: Promise<void>[] = [];
  const headers = { authorization: `Bearer ${meKey}` };
  while (!end.aborted) {
    const since = performance.now();
    const ask = async () => {
      const { status } = await send(`${url}/api/v1/reseller/me`, { headers });
      if (status !== 200) throw new Error(`GET /me returned ${status}`);
      times.push(performance.now() - since);
    };
    open.push(ask());
    await sleep(ME_EVERY_MS);
  }
  await Promise.all(open);
  return { p50: median(times), p99: quantile(times, 0.99) };
}

/** The next item that no case has sent; each case begins with a whole group. */
let next = 0;

/** The body of the next batch: a text, so that this client costs little while it is measured. */
function nextBatch({ size }: Case, codes: readonly string[]): string {
  const first = next;
  next += size;
  const charges = Array.from({ length: size }, (_, n) => billedItem(first + n, codes));
  return JSON.stringify({ charges });
}

/** Sends batches for so long; returns the recorded items per second. */
async function record(target: Target, of: Case, seconds: number): Promise<number> {
  const codes = target.billing.codes.slice(0, of.partners);
  const headers = {
    authorization: `Bearer ${target.billing.key}`,
    "content-type": "application/json",
  };
  const since = performance.now();
  let recorded = 0;
  const work = async () => {
    while (performance.now() - since < seconds * 1_000) {
      const body = nextBatch(of, codes);
      const { status, text } = await send(`${target.url}/api/v1/platform/charges`, {
        headers,
        body,
      });
      const created = Number(/"created":(\d+)/.exec(text)?.[1]);
      if (created !== of.size) {
        throw new Error(`POST /charges: ${status} ${text.slice(0, 300)}`);
      }
      recorded += created;
    }
  };
  await Promise.all(Array.from({ length: of.atOnce }, work));
  return recorded / ((performance.now() - since) / 1_000);
}

async function measure(target: Target, of: Case, seconds: number): Promise<Result> {
  const quiet = new AbortController();
  const asking = askMe(target, quiet.signal);
  await sleep(seconds * 300);
  quiet.abort();
  const alone = await asking;
  const busy = new AbortController();
  const besides = askMe(target, busy.signal);
  const before = await target.cost();
  const sent = next;
  const perSecond = await record(target, of, seconds);
  const after = await target.cost();
  busy.abort();
  const each = (part: keyof Cost) => ((after[part] - before[part]) / (next - sent)) * 1e6;
  const cpuUs = { product: each("product"), database: each("database") };
  return { ...of, perSecond, cpuUs, alone, beside: await besides };
}

const shown = ({ p50, p99 }: Latency) => `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;

const BACKENDS = `
  SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

async function main(): Promise<number> {
  const seconds = numberGiven("--seconds", 10);
  const stores = await openStores();
  const prepared = await prepare(stores);
  const product = await startProduct(stores);
  const database = new pg.Client({ connectionString: stores.databaseUrl });
  await database.connect();
  try {
    const cost = async () => {
      const { rows } = await database.query<{ pid: number }>(BACKENDS);
      return {
        product: cpuSeconds(familyOf(product.pid)),
        database: cpuSeconds(rows.map(({ pid }) => pid)),
      };
    };
    const target = { ...prepared, url: product.url, cost };
    const [warm] = CASES;
    if (warm) await record(target, warm, 3);
    const results: Result[] = [];
    for (const one of CASES) {
      process.stderr.write(`Measuring ${one.name} ...\n`);
      results.push(await measure(target, one, seconds));
    }
    const text = table(results, [
      { title: "batches", cell: ({ name }) => name },
      { title: "charges/s", cell: ({ perSecond }) => Math.round(perSecond).toLocaleString("en") },
      {
        title: "CPU of each: product, PostgreSQL",
        cell: ({ cpuUs: { product: own, database } }) =>
          `${own.toFixed(0)} + ${database.toFixed(0)} us`,
      },
      { title: "GET /me alone, p50 / p99", cell: ({ alone }) => shown(alone) },
      { title: "beside", cell: ({ beside }) => shown(beside) },
      {
        title: "ratio",
        cell: ({ alone, beside }) =>
          `${(beside.p50 / alone.p50).toFixed(1)} / ${(beside.p99 / alone.p99).toFixed(1)}`,
      },
    ]);
    process.stdout.write(`${text}\nLoad average: ${loadavg()[0]?.toFixed(1)}\n`);
    return results.every(({ perSecond }) => perSecond >= MIN_PER_SECOND) ? 0 : 1;
  } finally {
    await database.end();
    await product.stop();
    await stores.close();
  }
}

await runBench(main, LONGEST_MS);
