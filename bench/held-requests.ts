import { setTimeout as sleep } from "node:timers/promises";
import { table } from "../server/cli/table";
import { createCustomer } from "../server/core/customers/mutations";
import type { Ctx } from "../server/core/kernel/actor";
import { issueKey } from "../server/core/keys/mutations";
import { createPartner, updatePartner } from "../server/core/partners/mutations";
import { readEnv } from "../server/env";
import { answerFetch } from "../server/rest/fetch";
import { openPostgres } from "../server/stores/postgres";
import { startPostgres } from "../server/testing/postgres";
import { createDatabase } from "../server/testing/template-database";
import { openWiring, type Wiring } from "../server/wiring";
import { median, runBench } from "./run";

const ROUNDS = 5;
const SECONDS = 5;
const WRITES_PER_SECOND = 5;
const KEYS = 20;
const WAITS_PER_KEY = 20;
/** The most times as long as without waits that another partner's reads may take. */
const MOST_BESIDE_WAITS = 2;
const CALLS = 120;
/** The most times as long as without Prefer that parallel calls may take. */
const MOST_WITH_PREFER = 1.1;

type Stage = { wiring: Wiring; system: Ctx };

const SCOPES = ["accounts:read", "payouts:read", "events:read"] as const;

async function newKeys({ system }: Stage, code: string, count: number) {
  const { partner } = await createPartner(system, { code, name: code, revsharePct: 1 });
  await updatePartner(system, { partnerId: partner.id, maxActiveKeys: count + 1 });
  const keys: string[] = [];
  for (let n = 0; n < count; n++) {
    const input = { partnerId: partner.id, label: `key ${n}`, scopes: [...SCOPES] };
    keys.push((await issueKey(system, input)).plaintext);
  }
  return { partnerId: partner.id, keys };
}

type Sent = { headers?: Record<string, string>; signal?: AbortSignal };

function get({ wiring }: Stage, key: string, path: string, sent: Sent = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, ...sent.headers };
  const request = new Request(`http://latchkey.test/api/v1/reseller${path}`, { ...sent, headers });
  return answerFetch(wiring.api, request, { address: "192.0.2.1" });
}

const secondsOf = (response: Response) => Number(response.headers.get("retry-after") ?? 0);

/** Waits for events that never come, as long as `signal` allows, and obeys Retry-After. */
async function waitForNothing(stage: Stage, key: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const path = "/events?types=payout.paid&after=latest&wait=30";
    const response = await get(stage, key, path, { signal });
    await sleep(secondsOf(response) * 1_000, undefined, { signal }).catch(() => {});
  }
}

type Busy = { partnerId: string; round: string };

/** The median of another partner's reads, in milliseconds, while the busy partner's events come. */
async function readsBeside(stage: Stage, other: string, { partnerId, round }: Busy) {
  const times: number[] = [];
  const writing = (async () => {
    for (let n = 0; n < SECONDS * WRITES_PER_SECOND; n++) {
      const next = sleep(1_000 / WRITES_PER_SECOND);
      const email = `${round}-${n}@example.com`;
      await createCustomer(stage.system, { partnerId, email, metadata: {} });
      await next;
    }
  })();
  const endMs = performance.now() + SECONDS * 1_000;
  while (performance.now() < endMs) {
    const sinceMs = performance.now();
    const { status } = await get(stage, other, "/accounts");
    if (status === 200) times.push(performance.now() - sinceMs);
    await sleep(200);
  }
  await writing;
  return median(times);
}

async function measureWaits(stage: Stage): Promise<boolean> {
  const busy = await newKeys(stage, "busy", KEYS);
  const {
    keys: [other = ""],
  } = await newKeys(stage, "other", 1);
  const rounds: { alone: number; beside: number; held: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await readsBeside(stage, other, { ...busy, round: `alone-${round}` });
    const ending = new AbortController();
    const waiting = busy.keys.flatMap((key) =>
      Array.from({ length: WAITS_PER_KEY }, () => waitForNothing(stage, key, ending.signal)),
    );
    await sleep(2_000);
    const held = stage.wiring.holds.stats().now;
    const beside = await readsBeside(stage, other, { ...busy, round: `beside-${round}` });
    ending.abort();
    await Promise.allSettled(waiting);
    rounds.push({ alone, beside, held });
  }
  console.log(
    `GET /accounts while another partner has ${KEYS * WAITS_PER_KEY} requests that wait for events of another type, and ${WRITES_PER_SECOND} writes a second`,
  );
  console.log(
    table(rounds, [
      { title: "alone, p50", cell: ({ alone }) => `${alone.toFixed(1)} ms` },
      { title: "beside", cell: ({ beside }) => `${beside.toFixed(1)} ms` },
      { title: "held", cell: ({ held }) => `${held}` },
      { title: "ratio", cell: ({ alone, beside }) => (beside / alone).toFixed(2) },
    ]),
  );
  return median(rounds.map(({ alone, beside }) => beside / alone)) <= MOST_BESIDE_WAITS;
}

/** Seconds until each of the parallel calls is served, by clients that obey Retry-After. */
async function secondsUntilServed(stage: Stage, key: string, headersOf: (n: number) => object) {
  const sinceMs = performance.now();
  const callUntilServed = async (n: number) => {
    for (;;) {
      const response = await get(stage, key, "/me", { headers: { ...headersOf(n) } });
      if (response.status === 200) return;
      await sleep(secondsOf(response) * 1_000);
    }
  };
  await Promise.all(Array.from({ length: CALLS }, (_, n) => callUntilServed(n)));
  return (performance.now() - sinceMs) / 1_000;
}

async function measurePrefer(stage: Stage): Promise<boolean> {
  const ids = {
    "one X-Client-Id": () => ({ "x-client-id": "one" }),
    "an X-Client-Id each": (n: number) => ({ "x-client-id": `worker ${n}` }),
    "no X-Client-Id": () => ({}),
  };
  const { keys } = await newKeys(stage, "parallel", 6);
  const rows = await Promise.all(
    Object.entries(ids).map(async ([name, idOf], n) => {
      const prefer = (at: number) => ({ ...idOf(at), prefer: "wait=30" });
      const [plain, held] = await Promise.all([
        secondsUntilServed(stage, keys[2 * n] ?? "", idOf),
        secondsUntilServed(stage, keys[2 * n + 1] ?? "", prefer),
      ]);
      return { name, plain, held };
    }),
  );
  console.log(
    `\n${CALLS} calls at once with a new key at 300 per minute, until the last is served`,
  );
  console.log(
    table(rows, [
      { title: "", cell: ({ name }) => name },
      { title: "without Prefer", cell: ({ plain }) => `${plain.toFixed(1)} s` },
      { title: "wait=30", cell: ({ held }) => `${held.toFixed(1)} s` },
      { title: "ratio", cell: ({ plain, held }) => (held / plain).toFixed(2) },
    ]),
  );
  return rows.every(({ plain, held }) => held / plain <= MOST_WITH_PREFER);
}

/** Exit code 1: requests that are held slow down others, or are served later than without. */
async function main(): Promise<number> {
  const server = await startPostgres();
  const { url } = await createDatabase(server.url);
  const postgres = openPostgres({ connectionString: url });
  const env = readEnv({ LOG_LEVEL: "silent", NODE_ENV: "test" });
  const wiring = await openWiring({ env, postgres, secret: "s".repeat(32), hasOwnServer: true });
  try {
    const actor = { kind: "system", name: "bench" } as const;
    const stage = { wiring, system: { ...wiring.core, actor, address: null } };
    const results = [await measurePrefer(stage), await measureWaits(stage)];
    return results.every(Boolean) ? 0 : 1;
  } finally {
    await wiring.close();
    await server.stop();
  }
}

await runBench(main, 10 * 60_000);
