import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { revokeKey, setKeyLimit } from "../server/core/keys/mutations";
import { platformForTests } from "../server/testing/platform";
import { childrenOf, commandOf, eventually, sendSignal } from "../server/testing/processes";
import {
  fatalLines,
  launchProduct,
  type Product,
  startProduct,
  THROWS_AT_SIGNALS,
} from "../server/testing/product";
import { startRedis } from "../server/testing/redis";

const METRICS_TOKEN = "scrape-".padEnd(40, "x");

const redis = await startRedis();
afterAll(() => redis.stop());
const platform = await platformForTests({ env: { REDIS_URL: redis.url } });
const stores = {
  databaseUrl: `${platform.databaseUrl}?sslmode=prefer`,
  redisUrl: redis.url,
  env: { WORKERS: "2", METRICS_TOKEN, ...THROWS_AT_SIGNALS },
};
const product = await startProduct(stores);
afterAll(() => product.stop());

/** Without the process that sends webhooks. */
const workersOf = ({ pid }: Product) =>
  childrenOf(pid).filter((child) => commandOf(child).includes("main.mjs"));

async function newKey() {
  const issued = await platform.newKey(await platform.newPartner());
  await setKeyLimit(platform.system, { keyId: issued.key.id, perMinute: 1_000_000 });
  return issued;
}

const create = async (plaintext: string, n: number, origin: string) => {
  const response = await fetch(`${origin}/api/v1/reseller/accounts`, {
    method: "POST",
    headers: { authorization: `Bearer ${plaintext}`, "content-type": "application/json" },
    body: JSON.stringify({ email: `customer-${n}@example.com` }),
  });
  await response.text();
  return response.status;
};
const me = async (plaintext: string) => {
  const headers = { authorization: `Bearer ${plaintext}` };
  const response = await fetch(`${product.url}/api/v1/reseller/me`, { headers });
  await response.text();
  return response.status;
};

it("several processes serve one port and print one startup message", async () => {
  await eventually(async () => expect(product.output()).toContain("Latchkey is ready"), 20_000);
  expect(workersOf(product)).toHaveLength(2);
  expect(product.output().match(/Latchkey is ready/g)).toHaveLength(1);
});

it("warns in one JSON line that connections to PostgreSQL don't check the server", () => {
  const [line = "", ...others] = product.output().match(/\{.*sslmode.*\}/g) ?? [];
  expect(others).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ level: 40, msg: expect.stringContaining("=prefer") });
  expect(product.output()).not.toContain("SECURITY WARNING");
});

it("counts a key's requests across all workers and rejects a revoked key in all of them", async () => {
  const { plaintext } = await platform.newKey(await platform.newPartner());
  const startedAt = performance.now();
  const statuses = await Promise.all(Array.from({ length: 100 }, () => me(plaintext)));
  const seconds = (performance.now() - startedAt) / 1_000;
  const served = statuses.filter((status) => status === 200).length;
  expect(served).toBeGreaterThanOrEqual(50);
  expect(served).toBeLessThanOrEqual(51 + 5 * seconds);
  const other = await newKey();
  await Promise.all(Array.from({ length: 20 }, () => me(other.plaintext)));
  await revokeKey(platform.system, { keyId: other.key.id, after: "now" });
  const after = await Promise.all(Array.from({ length: 20 }, () => me(other.plaintext)));
  expect(new Set(after)).toEqual(new Set([401]));
});

const WRITERS = 8;
it("returns the metrics of all workers at each scrape, whichever responds", async () => {
  const { plaintext } = await newKey();
  await Promise.all(Array.from({ length: 30 }, () => me(plaintext)));
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const served =
    /^latchkey_http_requests_total\{.*route="\/me".*status="200".*worker="(\d+)"\} (\d+)$/gm;
  const scrape = () =>
    // A worker that does not report within 700 ms is left out: on a busy machine, ask again.
    eventually(async () => {
      const text = await (await fetch(`${product.url}/api/metrics`, { headers })).text();
      const found = [...text.matchAll(served)];
      expect(found.map(([, worker]) => worker).sort()).toEqual(["1", "2"]);
      return { text, total: found.reduce((sum, [, , count]) => sum + Number(count), 0) };
    }, 60_000);
  const answers = await Promise.all(Array.from({ length: 20 }, scrape));
  const totals = answers.map(({ total }) => total);
  for (const { text } of answers) {
    expect(text.match(/^# TYPE latchkey_http_requests_total counter$/gm)).toHaveLength(1);
  }
  expect(totals[0]).toBeGreaterThanOrEqual(30);
  expect(new Set(totals).size).toBe(1);
  expect(product.output()).not.toContain("Warning");
});

it("loses no acknowledged write when a worker is killed, and replaces it", async () => {
  const { plaintext, key } = await newKey();
  const [victim = 0] = workersOf(product);
  let isOver = false;
  let next = 0;
  const acknowledged: number[] = [];
  let broken = 0;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isOver) {
      const n = next++;
      const status = await create(plaintext, n, product.url).catch(() => {
        broken++;
      });
      if (status === 201) acknowledged.push(n);
    }
  });
  const written = (count: number) =>
    eventually(async () => expect(acknowledged.length).toBeGreaterThan(count), 20_000);
  await written(20);
  sendSignal(victim, "SIGKILL");
  await eventually(async () => {
    expect(workersOf(product)).toHaveLength(2);
    expect(workersOf(product)).not.toContain(victim);
  }, 20_000);
  await written(acknowledged.length + 50);
  isOver = true;
  await Promise.all(writers);

  // Only requests in progress on the killed worker, or being handed to it, fail; no later ones.
  expect(broken).toBeLessThanOrEqual(2 * WRITERS);
  const { id: partnerId } = await platform.wiring.core.db.apiKey
    .findUniqueOrThrow({ where: { id: key.id } })
    .partner();
  const rows = await platform.wiring.core.db.customer.findMany({ where: { partnerId } });
  const emails = new Set(rows.map(({ email }) => email));
  expect(acknowledged.filter((n) => !emails.has(`customer-${n}@example.com`))).toEqual([]);
  expect(product.output()).toContain(`Worker ${victim} exited (SIGKILL)`);
});

it("logs an uncaught error of a worker and replaces the worker", async () => {
  const [victim = 0] = workersOf(product);
  sendSignal(victim, "SIGUSR2");
  await eventually(async () => {
    expect(workersOf(product)).toHaveLength(2);
    expect(workersOf(product)).not.toContain(victim);
  }, 20_000);
  const fatal = expect.objectContaining({ pid: victim, cause: "uncaughtException" });
  // The worker is gone before its last lines have passed through the pipe.
  await eventually(async () => {
    expect(fatalLines(product.output())).toEqual([fatal]);
    expect(product.output()).toContain(`Worker ${victim} exited (exit code 1)`);
  }, 20_000);
});

it("reports a busy port once and immediately", async () => {
  const holder = createServer();
  await new Promise<void>((done) => holder.listen(0, "127.0.0.1", done));
  const address = holder.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const refused = await launchProduct({ ...stores, port });
  expect(await refused.exited).toBe(1);
  expect(refused.output().match(/is in use/g)).toHaveLength(1);
  holder.close();
});

it("says in one line that too few files may be open, also for its own modules", () => {
  const command = 'ulimit -n 60 && exec "$0" dist/main.mjs';
  const options = { cwd: join(import.meta.dirname, ".."), encoding: "utf8" } as const;
  const { status, stderr } = spawnSync("sh", ["-c", command, process.execPath], options);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Latchkey needs to open \d+ files at once, and may open fewer\..*\n$/);
});

it("gives up when the workers repeatedly die at their start", async () => {
  const doomed = await startProduct(stores);
  const killing = setInterval(() => {
    for (const pid of childrenOf(doomed.pid)) sendSignal(pid, "SIGKILL");
  }, 50);
  expect(await doomed.exited).toBe(1);
  clearInterval(killing);
  expect(doomed.output()).toContain("failed to start 5 times in a row");
});

it("finishes open requests when the primary gets SIGTERM, and exits with 0", async () => {
  const { plaintext } = await newKey();
  const burst = (from: number) =>
    Array.from({ length: 20 }, (_, n) => create(plaintext, from + n, product.url));
  // Connections that are still being made when the port closes are correctly refused.
  await Promise.all(burst(0));
  const answers = burst(20);
  await Promise.race(answers);
  const startedAtMs = performance.now();
  const code = await product.stop();
  // Idle connections are not awaited: that would take ten seconds.
  expect(performance.now() - startedAtMs).toBeLessThan(9_500);
  expect(await Promise.all(answers)).toEqual(Array(20).fill(201));
  expect(code).toBe(0);
  expect(workersOf(product)).toEqual([]);
});
