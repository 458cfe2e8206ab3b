import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { MAX_PER_MINUTE } from "../server/core/keys/limits";
import { locate } from "../server/testing/packages";
import { temporaryFolder } from "../server/testing/processes";
import { startProduct } from "../server/testing/product";
import { median, quantile, runBench } from "./run";
import { openStores, provideEqualKeys } from "./throughput-stage";

// Prints the latency of 20 keys while another key is attacked in four ways, compared with the same
// 20 keys alone and beside as many served requests, in turn: two processes on one PostgreSQL and
// one Redis.
// Run with: npm run bench:isolation

const run = promisify(execFile);
const LONGEST_MS = 5 * 60_000;
const ROUNDS = 5;
const SECONDS = 5;
const OTHERS = 20;
const PER_MINUTE = 300;
/** For each other key, whose limit is 5 per second. */
const OTHERS_PER_SECOND = 4;
/** To each process. */
const ATTACK_PER_SECOND = 500;
const ME = "/api/v1/reseller/me";

/** The same number of requests by a key that is below its limit. */
const SERVED = "none; one more key at its limit";

/** The change between the attacker's requests, as Lua. */
const ATTACKS = {
  [SERVED]: "",
  "one URL": "",
  "fresh URLs": 'path = path .. "?n=" .. sent',
  "fresh client ids": 'headers["X-Client-Id"] = "id-" .. sent',
  "fresh idempotency keys": 'headers["Idempotency-Key"] = "key-" .. sent',
};

const attackScript = (change: string) => `
local ffi = require("ffi")
ffi.cdef[[ typedef struct { long s; long us; } when; int gettimeofday(when *, void *); ]]
local when, sent, started, key = ffi.new("when"), 0, nil, nil
local function now_ms()
  ffi.C.gettimeofday(when, nil)
  return tonumber(when.s) * 1000 + tonumber(when.us) / 1000
end
init = function(args) key = args[1] end
delay = function()
  started = started or now_ms()
  return math.max(0, math.floor(started + sent / ${ATTACK_PER_SECOND / 1000} - now_ms()))
end
request = function()
  sent = sent + 1
  local path, headers = "${ME}", { Authorization = "Bearer " .. key }
  ${change}
  return wrk.format("GET", path, headers)
end
done = function(summary) io.write("\\nSENT " .. summary.requests .. "\\n") end
`;

type Phase = { name: string; p50: number[]; p99: number[]; perSecond: number[]; attack: number[] };

const agent = new Agent({ keepAlive: true, maxSockets: OTHERS });

/** Milliseconds until the response was complete. Throws on any status but 200. */
function timed(url: string, key: string): Promise<number> {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const request = get(url, { agent, headers }, (response) => {
      response.resume();
      response.on("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - since);
        else reject(new Error(`Request with another key returned ${response.statusCode}`));
      });
    });
    request.on("error", reject);
  });
}

/** Sends with each key at its own times, to the processes in turn; returns the latencies. */
async function runOthers(urls: readonly string[], keys: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  const use = async (key: string, index: number) => {
    const startMs = performance.now() + (index * 1_000) / OTHERS_PER_SECOND / OTHERS;
    for (let n = 0; n < SECONDS * OTHERS_PER_SECOND; n += 1) {
      await sleep(Math.max(0, startMs + (n * 1_000) / OTHERS_PER_SECOND - performance.now()));
      times.push(await timed(`${urls[(index + n) % urls.length]}${ME}`, key));
    }
  };
  await Promise.all(keys.map(use));
  return times;
}

/** The attacker's requests per second, to all processes together. */
async function attack(urls: readonly string[], key: string, change: string): Promise<number> {
  const file = join(temporaryFolder("attack"), "attack.lua");
  writeFileSync(file, attackScript(change));
  const sent = urls.map(async (url) => {
    const args = ["-t1", "-c8", `-d${SECONDS}s`, "-s", file, url, "--", key];
    const { stdout } = await run(locate("wrk"), args);
    return Number(/SENT (\d+)/.exec(stdout)?.[1]);
  });
  return (await Promise.all(sent)).reduce((sum, count) => sum + count, 0) / SECONDS;
}

async function measure(
  urls: readonly string[],
  keys: Record<"others" | "attacked" | "served", readonly string[]>,
): Promise<Phase[]> {
  const names = ["nobody", ...Object.keys(ATTACKS)];
  const phases: Phase[] = names.map((name) => ({
    name,
    p50: [],
    p99: [],
    perSecond: [],
    attack: [],
  }));
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const phase of phases) {
      process.stderr.write(`Round ${round} of ${ROUNDS}: ${phase.name}\n`);
      const change = new Map(Object.entries(ATTACKS)).get(phase.name);
      const since = performance.now();
      const [key = ""] = phase.name === SERVED ? keys.served : keys.attacked;
      const attacking = change === undefined ? 0 : attack(urls, key, change);
      const times = await runOthers(urls, keys.others);
      const seconds = (performance.now() - since) / 1_000;
      const attackPerSecond = await attacking;
      if (round === 0) continue;
      phase.p50.push(median(times));
      phase.p99.push(quantile(times, 0.99));
      phase.perSecond.push(times.length / seconds);
      phase.attack.push(attackPerSecond);
    }
  }
  return phases;
}

function tableOf([idle, ...attacked]: Phase[]) {
  const over = (values: number[], idleValues: number[] = []) =>
    median(values.map((value, round) => value / (idleValues[round] ?? Number.NaN))).toFixed(2);
  return [...(idle ? [idle] : []), ...attacked].map((phase) => ({
    "one key flooded by": phase.name,
    "its requests/s": Math.round(median(phase.attack)),
    "others/s": median(phase.perSecond).toFixed(1),
    "p50 ms": median(phase.p50).toFixed(2),
    "p99 ms": median(phase.p99).toFixed(2),
    "p50 : idle": over(phase.p50, idle?.p50),
    "p99 : idle": over(phase.p99, idle?.p99),
  }));
}

async function main(): Promise<number> {
  const stores = await openStores();
  try {
    const keysOf = (count: number, perMinute: number) =>
      provideEqualKeys(stores, { count, perMinute });
    const keys = {
      others: await keysOf(OTHERS, PER_MINUTE),
      attacked: await keysOf(1, PER_MINUTE),
      served: await keysOf(1, MAX_PER_MINUTE),
    };
    const products = [await startProduct(stores), await startProduct(stores)];
    try {
      const phases = await measure(
        products.map(({ url }) => url),
        keys,
      );
      console.log(
        `${OTHERS} keys with ${OTHERS_PER_SECOND} requests per second each, in two processes. Medians of ${ROUNDS} alternating rounds of ${SECONDS} s.`,
      );
      console.table(tableOf(phases));
      return 0;
    } finally {
      agent.destroy();
      await Promise.all(products.map(({ stop }) => stop()));
    }
  } finally {
    await stores.close();
  }
}

await runBench(main, LONGEST_MS);
