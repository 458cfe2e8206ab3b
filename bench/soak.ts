import { spawnSync } from "node:child_process";
import { startProduct } from "../server/testing/product";
import { numberGiven, runBench } from "./run";
import { soakDeliveries } from "./soak-deliveries";
import { soakMigration } from "./soak-migration";
import { soakOperations } from "./soak-operations";
import { growthIn, type Sample, sampleOf } from "./soak-samples";
import { flood, keyFile } from "./throughput-load";
import { openStores, provideKeys } from "./throughput-stage";

// Half the peak load for ten minutes; exit code 1 if anything has grown. Run with one of:
// npm run soak [-- --seconds 600]
// npm run soak -- outages: ten seconds of each outage under load
// npm run soak -- restarts: two instances behind nginx, each restarted twice at 500 requests per
//   second
// npm run soak -- suspend: ten stops of the server for 1 to 40 s
// npm run soak -- operations [--minutes 10]: mixed load while everything is restarted in turn
// npm run soak -- deliveries [--rounds 100]: one of three processes is killed, again and again, while
//   they deliver webhooks
// npm run soak -- charges [--charges 1000000]: server and client are killed while a billing system
//   records charges
// npm run soak -- migration [--rows 2000000]: migrations of large tables under load

const ME = "/api/v1/reseller/me";
const TOKEN = "a token of the soak, long enough to be one";
const SAMPLES = 40;
const MIN_SECONDS = 40;
const MAX_SECONDS = 86_400;

async function soak(seconds: number): Promise<string[]> {
  const stores = await openStores();
  const { served } = await provideKeys(stores, 1);
  const product = await startProduct({ ...stores, env: { METRICS_TOKEN: TOKEN } });
  const url = product.url + ME;
  const figures = async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const response = await fetch(`${product.url}/api/metrics`, { headers });
    if (response.status !== 200) throw new Error(`GET /api/metrics returned ${response.status}`);
    return response.text();
  };
  try {
    const file = keyFile("soak", served);
    await flood({ url, file, seconds: 3, pids: [product.pid] });
    const { perSecond } = await flood({ url, file, seconds: 3, pids: [product.pid] });
    console.log(
      `Peak: ${Math.round(perSecond)} requests per second. Running at half of it for ${seconds} s.`,
    );
    const samples: Sample[] = [];
    const portion = { url, file, pids: [product.pid], seconds: Math.round(seconds / SAMPLES) };
    for (let n = 0; n < SAMPLES; n++) {
      const { latency } = await flood({ ...portion, perSecond: perSecond / 2 });
      const sample = sampleOf(await figures(), latency.p99);
      samples.push(sample);
      if (n % 4 === 3) console.log(shown((n + 1) * portion.seconds, sample));
    }
    return growthIn(samples);
  } finally {
    await product.stop();
    await stores.close();
  }
}

function shown(atSeconds: number, sample: Sample): string {
  const { heapMiB, residentMiB, sockets, timers, queued, p99Ms } = sample;
  return [
    `${String(Math.round(atSeconds)).padStart(5)} s:`,
    `heap ${heapMiB.toFixed(0)} MiB, resident ${residentMiB.toFixed(0)} MiB,`,
    `${sockets} sockets, ${timers} timers, ${queued} queued, p99 ${p99Ms.toFixed(1)} ms`,
  ].join(" ");
}

/** Runs a test file for longer than `npm run test:all` does. */
function atLength(file: string, settings: Record<string, string>): number {
  const args = ["node_modules/vitest/vitest.mjs", "run", file];
  const env = { ...process.env, LATCHKEY_TESTS: "all", ...settings };
  return spawnSync(process.execPath, args, { stdio: "inherit", env }).status ?? 1;
}

async function main(): Promise<number> {
  const [, , name] = process.argv;
  if (name === "outages") return atLength("e2e/outages.test.ts", { OUTAGE_SECONDS: "10" });
  if (name === "restarts") return atLength("e2e/rolling-restart.test.ts", { RESTART_SOAK: "1" });
  if (name === "suspend") return atLength("e2e/suspend.test.ts", { SUSPEND_SOAK: "1" });
  if (name === "charges") {
    const charges = String(numberGiven("--charges", 1_000_000));
    return atLength("e2e/charges.test.ts", { CHARGES_SOAK: charges });
  }
  if (name === "operations") return soakOperations(numberGiven("--minutes", 10));
  if (name === "deliveries") return soakDeliveries(numberGiven("--rounds", 100));
  if (name === "migration") return soakMigration(numberGiven("--rows", 2_000_000));
  const seconds = numberGiven("--seconds", 600);
  if (!(seconds >= MIN_SECONDS && seconds <= MAX_SECONDS)) {
    console.error(`--seconds must be a number from ${MIN_SECONDS} to ${MAX_SECONDS}.`);
    return 2;
  }
  const grown = await soak(seconds);
  for (const sentence of grown) console.error(sentence);
  if (grown.length === 0) console.log("Passed: no growth.");
  return grown.length === 0 ? 0 : 1;
}

await runBench(main, 2 * MAX_SECONDS * 1_000);
