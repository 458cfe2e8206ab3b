import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { newPlaintext } from "../core/keys/format";
import { setKeyLimit } from "../core/keys/mutations";
import { addEndpoint } from "../core/webhooks/testing/endpoint";
import { answering, openReceiver } from "../delivery/testing/receiver";
import { readEnv } from "../env";
import { openPostgres } from "../stores/postgres";
import { openPlatform, type Platform, platformForTests } from "../testing/platform";
import { startPostgres } from "../testing/postgres";
import { startRedis } from "../testing/redis";
import { createDatabase } from "../testing/template-database";
import { openWiring } from "../wiring";
import type { Report } from "./metrics";

const TOKEN = "a token of the tests";
const redis = await startRedis();
afterAll(() => redis.stop());
const platform = await platformForTests({ env: { METRICS_TOKEN: TOKEN, REDIS_URL: redis.url } });

const asking = (token?: string) =>
  new Request("http://latchkey.test/api/x", {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

async function figures(): Promise<Map<string, number>> {
  const response = await platform.wiring.watch.answerMetrics(asking(TOKEN));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/plain");
  const lines = (await response.text()).split("\n").filter((line) => /^\w/.test(line));
  return new Map(
    lines.map((line) => {
      const [, name = "", value] =
        /^(.+) (\S+)$/.exec(line.replace(/,?worker="\d+",?/, "").replace("{}", "")) ?? [];
      return [name, Number(value)];
    }),
  );
}

it("returns metrics only with the token", async () => {
  const { answerMetrics } = platform.wiring.watch;
  expect((await answerMetrics(asking(TOKEN))).status).toBe(200);
  for (const token of [undefined, "", "another token", `${TOKEN}x`]) {
    const response = await answerMetrics(asking(token));
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain("latchkey_");
  }
});

it("counts responses by route and status, rate limit decisions, cache lookups and usage records", async () => {
  const before = await figures();
  const { plaintext } = await platform.newKey(await platform.newPartner());
  for (let i = 0; i < 60; i++) await platform.call("/me", { key: plaintext });
  await platform.call("/accounts/acc_x", { key: plaintext, method: "HEAD" });
  await platform.call("/accounts/acc_x", { key: newPlaintext() });
  await platform.call("/no/such/path");
  const after = await figures();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const requests = (labels: string) => grown(`latchkey_http_requests_total{${labels}}`);
  const served = requests('route="/me",method="GET",status="200"');
  const refused = requests('route="/me",method="GET",status="429"');
  expect(served).toBeGreaterThanOrEqual(50);
  expect(served + refused).toBe(60);
  expect(requests('route="/accounts/{id}",method="GET",status="401"')).toBe(1);
  expect(requests('route="none",method="GET",status="404"')).toBe(1);
  expect(grown('latchkey_http_request_duration_seconds_count{route="/me"}')).toBe(60);
  expect(grown('latchkey_limiter_verdicts_total{verdict="admitted"}')).toBeGreaterThanOrEqual(50);
  expect(grown('latchkey_limiter_verdicts_total{verdict="refused"}')).toBeGreaterThanOrEqual(
    refused,
  );
  expect(grown('latchkey_key_cache_lookups_total{result="hit"}')).toBeGreaterThanOrEqual(59);
  expect(grown('latchkey_key_cache_lookups_total{result="miss"}')).toBe(2);
  expect(after.get('latchkey_recorder_waiting{buffer="requests"}')).toBeGreaterThan(0);
  expect(after.get("latchkey_limiter_store_out")).toBe(0);
  for (const name of ["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes"]) {
    expect([...after.keys()].some((key) => key.startsWith(name))).toBe(true);
  }
  expect(after.get('latchkey_database_connections{state="waiting"}')).toBe(0);
});

it("counts events and attempts of webhooks, and reads the queue of all processes", async () => {
  const statuses = [204, 500, 410];
  const receivers = await Promise.all(statuses.map((one) => openReceiver(answering(one))));
  const partner = await platform.newPartner();
  const before = await figures();
  for (const { url } of receivers) {
    // Each gets its ping only.
    await addEndpoint(platform.system, partner.id, { url, types: ["price.*"] });
  }
  await platform.newKey(partner);
  await platform.wiring.dispatcher.deliverDue();
  const after = await figures();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const attempts = (result: string) => grown(`latchkey_webhook_attempts_total{result="${result}"}`);
  expect(["delivered", "retried", "failed"].map(attempts)).toEqual([1, 1, 1]);
  expect(grown("latchkey_webhook_delivery_duration_seconds_count")).toBe(1);
  expect(grown("latchkey_events_total")).toBeGreaterThanOrEqual(1);
  expect(after.get("latchkey_webhook_requests_in_flight")).toBe(0);
  for (const receiver of receivers) await receiver.close();
});

it("with several processes, the first alone reports the queue that they share", async () => {
  const beside = { databaseUrl: platform.databaseUrl };
  const second = await openPlatform({ beside, env: { METRICS_TOKEN: TOKEN }, worker: 2 });
  const text = async ({ wiring }: Platform, others: Report[] = []) =>
    (await wiring.watch.answerMetrics(asking(TOKEN), async () => others)).text();
  const whole = await text(platform, [await second.wiring.watch.report()]);
  expect(whole.match(/^latchkey_webhooks_pending{.*/gm)).toHaveLength(1);
  expect(whole.match(/^latchkey_webhook_requests_in_flight{.*/gm)).toHaveLength(2);
  await second.close();
});

it("counts a client that disconnects midway as 499, not as a store failure", async () => {
  const { plaintext } = await platform.newKey(await platform.newPartner());
  const before = await figures();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"email":')),
    pull: (controller) =>
      controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
  });
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body, duplex: "half", key: plaintext };
  expect((await platform.call("/accounts", init)).status).toBe(499);
  const after = await figures();
  const grown = (status: number) => {
    const name = `latchkey_http_requests_total{route="/accounts",method="POST",status="${status}"}`;
    return (after.get(name) ?? 0) - (before.get(name) ?? 0);
  };
  expect([grown(499), grown(503)]).toEqual([1, 0]);
});

it("reports the release and the failing readiness check", async () => {
  const found = await figures();
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const node = process.versions.node;
  expect(found.get(`latchkey_build_info{version="${version}",node="${node}"}`)).toBe(1);
  for (const check of ["database", "writes", "disk", "limiter"]) {
    expect(found.get(`latchkey_problem{check="${check}"}`)).toBe(0);
  }
});

it("counts rows left out of the request log by design separately from lost rows", async () => {
  const { plaintext, key } = await platform.newKey(await platform.newPartner());
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 100_000 });
  const before = await figures();
  // Concurrently, so that they share few of the recorder's batches.
  await Promise.all(Array.from({ length: 1_000 }, () => platform.call("/me", { key: plaintext })));
  const after = await figures();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(grown("latchkey_recorder_skipped_total")).toBeGreaterThan(0);
  expect(grown('latchkey_recorder_dropped_total{buffer="requests"}')).toBe(0);
});

it("limits the number of time series to known routes, methods and statuses", async () => {
  const count = async () => (await figures()).size;
  await platform.call("/strange", { method: "PROPFIND" });
  const before = await count();
  for (let i = 0; i < 50; i++) {
    await platform.call(`/strange/${i}`, { method: `M${i}` });
    await platform.call(`/accounts/acc_${i}?x=${i}`);
    await platform.call(`/me?x=${i}`, { method: "HEAD" });
  }
  expect((await count()) - before).toBeLessThan(40);
});

it("has no metrics page without a token", async () => {
  const plain = await openPlatform();
  const response = await plain.wiring.watch.answerMetrics(asking(TOKEN));
  expect(response.status).toBe(404);
  await plain.close();
});

const ready = async (token?: string) => {
  const response = await platform.wiring.watch.answerReady(asking(token));
  return { status: response.status, body: await response.json() };
};

it("is ready, or degraded while Redis is unreachable, and reveals no more without the token", async () => {
  await expect.poll(() => ready()).toEqual({ status: 200, body: { status: "ready" } });
  redis.pause();
  const problems = { limiter: expect.stringMatching(/unreachable.*Check REDIS_URL/) };
  await expect
    .poll(() => ready(TOKEN))
    .toEqual({ status: 200, body: { status: "degraded", problems } });
  expect(await ready()).toEqual({ status: 200, body: { status: "degraded" } });
  redis.resume();
});

it("is not ready while a migration is missing", async () => {
  const { transact } = platform.wiring.core;
  const name = "20261122000000_init";
  const rename = (from: string, to: string) =>
    transact(
      (tx) => tx.$executeRaw`
      UPDATE _prisma_migrations SET migration_name = ${to} WHERE migration_name = ${from}`,
    );
  await rename(name, "x");
  await expect
    .poll(() => ready(TOKEN))
    .toMatchObject({
      status: 503,
      body: { problems: { database: `migrations are missing: ${name}` } },
    });
  await rename("x", name);
});

it("is not ready while PostgreSQL hangs or is unreachable, and responds within its timeout", async () => {
  const postgres = await startPostgres();
  const { url: connectionString } = await createDatabase(postgres.url);
  const { watch, close } = await openWiring({
    env: readEnv({ LOG_LEVEL: "silent", METRICS_TOKEN: TOKEN }),
    postgres: openPostgres({ connectionString }),
    secret: "a secret of the tests",
    hasOwnServer: false,
  });
  const readyNow = async () => (await watch.answerReady(asking(TOKEN))).json();
  expect(await readyNow()).toEqual({ status: "ready", problems: {} });
  postgres.pause();
  const unready = (database: unknown) => ({ status: "unready", problems: { database } });
  await expect.poll(readyNow).toEqual(unready(expect.stringContaining("no response within")));
  postgres.resume();
  await postgres.stop();
  await expect.poll(readyNow).toEqual(unready(expect.stringContaining("unreachable")));
  await close();
});
