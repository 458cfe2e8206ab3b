import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { answer } from "../e2e/support/latchkey";
import { judge } from "../server/cli/retry-after/report";
import { runWorkers } from "../server/cli/retry-after/workers";
import { temporaryFolder } from "../server/testing/processes";
import { startProduct } from "../server/testing/product";
import { numberGiven, runBench } from "./run";
import { openStores, provideEqualKeys } from "./throughput-stage";

// Prints how often Retry-After was true in real time over HTTP, for several crowds at once, each on
// its own key, on embedded stores and on Redis.
// Run with: npm run bench:real-time [-- --seconds 180]

const PER_MINUTE = 300;
const HAMMER_MS = 20;

type Crowd = {
  name: string;
  clients: number;
  isAlike?: boolean;
  isPausing?: boolean;
  /** The workers ask to be held instead of refused (`Prefer: wait=30`). */
  isHeld?: boolean;
  neighbor?: "backoff" | "hammer";
};

const CROWDS: readonly Crowd[] = [
  { name: "1 worker", clients: 1 },
  { name: "20 with names", clients: 20 },
  { name: "60 with names", clients: 60 },
  { name: "8 alike", clients: 8, isAlike: true },
  { name: "20 alike", clients: 20, isAlike: true },
  { name: "8 alike, pauses", clients: 8, isAlike: true, isPausing: true },
  { name: "20 alike, pauses", clients: 20, isAlike: true, isPausing: true },
  { name: "8 alike, held", clients: 8, isAlike: true, isHeld: true },
  { name: "20 alike, held", clients: 20, isAlike: true, isHeld: true },
  { name: "20 beside a backoff", clients: 20, neighbor: "backoff" },
  { name: "20 beside a hammer", clients: 20, neighbor: "hammer" },
];

/** Sends without waiting for responses or for Retry-After. */
async function hammer(url: string, key: string, endMs: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "user-agent": "hammer" };
  while (performance.now() < endMs) {
    fetch(url, { headers }).then((response) => response.arrayBuffer(), String);
    await sleep(HAMMER_MS);
  }
}

async function measure(url: string, key: string, crowd: Crowd, seconds: number) {
  const { name, clients, isAlike = false, isPausing = false, neighbor } = crowd;
  // Chosen so that the workers request 1.2 times the limit.
  const pauseMs = isPausing ? (clients * 60_000) / PER_MINUTE / 1.2 : 0;
  const hammering =
    neighbor === "hammer" ? hammer(url, key, performance.now() + seconds * 1_000) : undefined;
  const seen = await runWorkers({
    url,
    key,
    clients,
    seconds,
    sameClient: isAlike,
    pauseMs,
    batchSeconds: 0,
    hasBackoff: neighbor === "backoff",
    holdSeconds: crowd.isHeld ? 30 : 0,
    onTick: () => undefined,
  });
  await hammering;
  const report = judge(seen, { clients, seconds, sameClient: isAlike });
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  return {
    crowd: name,
    "served/min": Math.round(report.settledPerMinute ?? Number.NaN),
    waits: report.waits,
    "second 429s": `${report.secondRefusals} (${percent(report.secondRefusalShare)})`,
    "from 12 s on": percent(report.settledSecondRefusalShare),
    "served by worker": `${report.servedLeast} to ${report.servedMost}`,
    "slowest response s": (
      Math.max(...seen.map(({ sentMs, atMs }) => atMs - sentMs)) / 1_000
    ).toFixed(1),
    "other statuses": JSON.stringify(report.otherStatuses),
  };
}

async function embeddedKeys(dataDir: string): Promise<string[]> {
  const keys: string[] = [];
  for (const { name } of CROWDS) {
    const words = ["key", "issue", "--partner", "acme", "--label", name];
    const { key } = await answer({ DATA_DIR: dataDir }, [...words, "--scopes", "accounts:read"]);
    keys.push(key);
  }
  return keys;
}

async function main(): Promise<number> {
  const seconds = numberGiven("--seconds", 180);
  const stores = await openStores();
  const dataDir = temporaryFolder("data");
  const [embedded, external] = [await startProduct({ dataDir }), await startProduct(stores)];
  try {
    const servers = [
      { name: "embedded", product: embedded, keys: await embeddedKeys(dataDir) },
      {
        name: "Redis",
        product: external,
        keys: await provideEqualKeys(stores, { count: CROWDS.length, perMinute: PER_MINUTE }),
      },
    ];
    const tables = servers.map(async ({ name, product, keys }) => {
      const url = `${product.url}/api/v1/reseller/me`;
      const rows = CROWDS.map((crowd, n) => measure(url, keys[n] ?? "", crowd, seconds));
      return { name, rows: await Promise.all(rows) };
    });
    const stalls = monitorEventLoopDelay();
    stalls.enable();
    const done = await Promise.all(tables);
    // If the workers stall for longer than the burst lasts, they are later than the promise allows.
    console.log(`Longest stall of the load generator: ${(stalls.max / 1e9).toFixed(1)} s.`);
    for (const { name, rows } of done) {
      console.log(`${name}, ${seconds} s:`);
      console.table(rows);
    }
    return 0;
  } finally {
    await Promise.all([embedded.stop(), external.stop()]);
    await stores.close();
  }
}

await runBench(main, (numberGiven("--seconds", 180) + 180) * 1_000);
