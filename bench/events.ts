import { cpus } from "node:os";
import {
  EVENTS_PER_PARTNER,
  GOOD,
  METRICS_TOKEN,
  measureBacklog,
  measureKill,
  type Sampled,
} from "./events-backlog";
import {
  type Beside,
  measureApi,
  measureBadEndpoints,
  measureLatency,
  measureSustained,
} from "./events-cases";
import { type EventsStage, openEventsStage } from "./events-stage";
import { median, numberGiven, runBench, versionsOf } from "./run";

// Measures the delivery of webhooks: product, PostgreSQL, Redis, receiver (https) and writer share
// this machine. Run with: npm run bench:events [-- --sustain 300] [-- --only latency,sustain,api,bad,backlog]
// [-- --backlog 30000]

const DEFAULT_SUSTAIN_SECONDS = 60;
const MAX_SUSTAIN_SECONDS = 600;
const MAX_MS = 20 * 60_000;

type Row = { what: string; measured: string; bar: string; met: string };
type Bar = { what: string; value: number; bar: number; unit: string; isLeast?: boolean };

const rows: Row[] = [];
const say = (text: string) => void process.stderr.write(`${text}\n`);

function judge({ what, value, bar, unit, isLeast = false }: Bar): void {
  const isMet = isLeast ? value >= bar : value <= bar;
  const digits = unit === "/s" ? 0 : 1;
  const shown = (number: number) => `${number.toFixed(digits)} ${unit}`;
  const sign = isLeast ? ">=" : "<=";
  rows.push({
    what,
    measured: shown(value),
    bar: `${sign} ${bar} ${unit}`,
    met: isMet ? "yes" : "NO",
  });
}

async function latency(stage: EventsStage): Promise<void> {
  say("Latency at 200 events per second ...");
  const product = await stage.launch();
  const { written, fromCommit, fromBegin } = await measureLatency(stage, 30);
  await product.stop();
  const ms = (value: number) => value.toFixed(1);
  console.log(`
Latency: ${written} events at 200/s from another process, each to one of 20 endpoints; ${fromCommit.count} arrived.`);
  console.table({
    "commit to receipt, ms": {
      p50: ms(fromCommit.p50),
      p95: ms(fromCommit.p95),
      p99: ms(fromCommit.p99),
    },
    "begin of the write to receipt, ms": {
      p50: ms(fromBegin.p50),
      p95: ms(fromBegin.p95),
      p99: ms(fromBegin.p99),
    },
  });
  judge({ what: "commit to receipt at 200/s, p95", value: fromCommit.p95, bar: 30, unit: "ms" });
  judge({ what: "commit to receipt at 200/s, p99", value: fromCommit.p99, bar: 100, unit: "ms" });
  judge({
    what: "events that did not arrive",
    value: written - fromCommit.count,
    bar: 0,
    unit: "",
  });
}

async function sustain(stage: EventsStage, seconds: number): Promise<void> {
  say(`As many deliveries as possible for ${seconds} s ...`);
  const product = await stage.launch();
  const products = [product];
  const done = await measureSustained(stage, { seconds, products });
  await product.stop();
  console.log(`
Throughput: ${seconds} s, 8 partners with 5 endpoints each; ${done.emitted} deliveries written, ${done.received} received, ${done.recorded} recorded as delivered.
Received per second in windows of 5 s: median ${Math.round(done.median)}, slowest ${Math.round(done.slowest)}.`);
  console.table(
    done.cpu.map(({ name, cores }) => ({ process: name, cores: Number(cores.toFixed(2)) })),
  );
  const bar = { bar: 2_000, unit: "/s", isLeast: true };
  judge({ what: `deliveries recorded, ${seconds} s`, value: done.perSecond, ...bar });
  judge({ what: "deliveries lost", value: done.emitted - done.recorded, bar: 0, unit: "" });
  judge({ what: "received twice", value: done.received - done.recorded, bar: 0, unit: "" });
}

async function api(stage: EventsStage): Promise<void> {
  say("GET /me beside deliveries ...");
  const product = await stage.launch();
  const measured = await measureApi(stage, { product, rounds: 5, seconds: 2 });
  await product.stop();
  console.log("\nGET /me at full rate from 32 connections; medians of 5 rounds of 2 s, in turn.");
  console.table(
    [...measured].map(([beside, { perSecond, cpuUs }]) => ({
      beside,
      "a second": Math.round(median(perSecond)),
      "Latchkey's CPU us per GET /me": Number(median(cpuUs).toFixed(1)),
    })),
  );
  const lossOf = (of: Beside, over: Beside) => {
    const [rates = [], base = []] = [measured.get(of)?.perSecond, measured.get(over)?.perSecond];
    return 100 * (1 - median(rates.map((rate, round) => rate / (base[round] ?? Number.NaN))));
  };
  const delivered = lossOf("200 events/s, each delivered", "200 events/s, no endpoint");
  const shares = measured.get("200 events/s, each delivered")?.senderShare ?? [];
  const sender = 100 * median(shares);
  judge({
    what: `GET /me loses while 200/s are delivered, beyond the sender's ${sender.toFixed(1)}% of the CPU`,
    value: delivered - sender,
    bar: 10,
    unit: "%",
  });
  const idle = lossOf("endpoints, no events", "no endpoint, no events");
  judge({ what: "GET /me loses while none are (noise: 1%)", value: idle, bar: 1, unit: "%" });
}

async function bad(stage: EventsStage): Promise<void> {
  say("1,000 endpoints, 100 of them bad ...");
  const product = await stage.launch();
  const runs = await measureBadEndpoints(stage, { rounds: 5, seconds: 8 });
  await product.stop();
  console.log(
    "\nCommit to receipt in ms, 900 endpoints, 20 events/s to 9 of them each: without and with 50 endpoints that hang and 50 that refuse, in turn.",
  );
  console.table(
    (["without", "with"] as const).flatMap((kind) =>
      runs[kind].map(({ p50, p95, p99, count }, round) => ({
        bad: kind,
        round: round + 1,
        p50: Number(p50.toFixed(1)),
        p95: Number(p95.toFixed(1)),
        p99: Number(p99.toFixed(1)),
        count,
      })),
    ),
  );
  const p99 = (kind: "without" | "with") => median(runs[kind].map((run) => run.p99));
  const moved = 100 * (p99("with") / p99("without") - 1);
  judge({ what: "p99 of the others moves with bad endpoints", value: moved, bar: 10, unit: "%" });
}

async function backlog(stage: EventsStage): Promise<void> {
  say(`${EVENTS_PER_PARTNER * 300} deliveries due at once ...`);
  const product = await stage.launch({ env: { METRICS_TOKEN } });
  const { quiet, busy, before, during, ...drain } = await measureBacklog(stage, {
    product,
    seconds: 12,
  });
  say("SIGKILL amid another backlog ...");
  const repeated = await measureKill(stage, product);
  console.log(`
Backlog: ${EVENTS_PER_PARTNER} events to each of 300 endpoints, of which 30 hang and 30 refuse. ${drain.delivered} of ${GOOD} were delivered in ${drain.tookSeconds.toFixed(1)} s, with ${drain.cores.toFixed(2)} of a core for Latchkey.`);
  console.table({ without: flatRates(quiet, before), with: flatRates(busy, during) });
  for (const rate of [50, 200] as const) {
    const bar = Math.max(3 * quiet[rate].p99, 50);
    judge({ what: `GET /me at ${rate}/s, p99`, value: busy[rate].p99, bar, unit: "ms" });
  }
  const grown = during.memoryMiB - before.memoryMiB;
  judge({ what: "memory grows with a backlog", value: grown, bar: 100, unit: "MiB" });
  judge({ what: "unrecorded at any time", value: during.unrecorded, bar: 1_000, unit: "" });
  judge({ what: "repeated after a SIGKILL", value: repeated, bar: 1_000, unit: "" });
  judge({ what: "/api/ready, slowest", value: during.readyMs, bar: 1_000, unit: "ms" });
  judge({ what: "/api/metrics, slowest", value: during.metricsMs, bar: 1_000, unit: "ms" });
  const perSecond = drain.delivered / drain.tookSeconds;
  judge({ what: "backlog drains", value: perSecond, bar: 1_000, unit: "/s", isLeast: true });
}

type Rates = Awaited<ReturnType<typeof measureBacklog>>["quiet"];

function flatRates(rates: Rates, sampled: Sampled) {
  const digits = (value: number) => Number(value.toFixed(1));
  return {
    "50/s p50": digits(rates[50].p50),
    "50/s p99": digits(rates[50].p99),
    "200/s p50": digits(rates[200].p50),
    "200/s p99": digits(rates[200].p99),
    "memory, MiB": Math.round(sampled.memoryMiB),
    "of the sender, MiB": Math.round(sampled.senderMiB),
    "ready, ms": Math.round(sampled.readyMs),
    "metrics, ms": Math.round(sampled.metricsMs),
    unrecorded: sampled.unrecorded,
  };
}

const CASES: Record<string, (stage: EventsStage, seconds: number) => Promise<void>> = {
  latency,
  sustain,
  api,
  bad,
  backlog,
};

async function main(): Promise<number> {
  const seconds = numberGiven("--sustain", DEFAULT_SUSTAIN_SECONDS);
  if (!(seconds >= 5 && seconds <= MAX_SUSTAIN_SECONDS)) {
    console.error(`--sustain must be a number from 5 to ${MAX_SUSTAIN_SECONDS}.`);
    return 2;
  }
  const at = process.argv.indexOf("--only");
  const only = at < 0 ? null : (process.argv[at + 1] ?? "").split(",");
  const isWanted = (name: string) => only === null || only.includes(name);
  console.log(`${versionsOf(["undici", "pg", "@prisma/client"])}; ${cpus().length} cores.`);
  const stage = await openEventsStage();
  try {
    for (const [name, measure] of Object.entries(CASES)) {
      if (!isWanted(name)) continue;
      await measure(stage, seconds).catch((error: unknown) => {
        rows.push({ what: name, measured: String(error), bar: "", met: "NO" });
      });
    }
  } finally {
    await stage.close();
  }
  console.log("\nAcceptance criteria:");
  console.table(rows);
  return rows.every(({ met }) => met === "yes") ? 0 : 1;
}

await runBench(main, MAX_MS);
