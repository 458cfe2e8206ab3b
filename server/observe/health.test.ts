import { afterAll, expect, it } from "vitest";
import { platformForTests } from "../testing/platform";
import { startRedis } from "../testing/redis";

const redis = await startRedis();
afterAll(() => redis.stop());
const platform = await platformForTests({ env: { REDIS_URL: redis.url } });

const health = async () => platform.caller((await platform.newOperator()).actor).health.get();

it("shows operators the process's counters even without a metrics token", async () => {
  const { plaintext } = await platform.newKey(await platform.newPartner());
  const before = await health();
  for (let call = 0; call < 60; call++) await platform.call("/me", { key: plaintext });
  const { figures, process: facts, status } = await health();
  expect(status).toBe("ready");
  expect(figures.limiter.decisions - before.figures.limiter.decisions).toBeGreaterThanOrEqual(60);
  expect(figures.limiter.refused).toBeGreaterThan(0);
  expect(figures.keyCache.records).toBeGreaterThan(0);
  expect(Object.keys(figures.recorder)).toContain("requests");
  expect(facts).toMatchObject({
    pid: process.pid,
    versions: { node: process.versions.node, database: expect.stringMatching(/^\d+/) },
    stores: { limiter: "redis" },
  });
  expect(facts.loopBusy).toBeGreaterThan(0);
  expect(facts.loopDelayMs.p99).toBeGreaterThanOrEqual(facts.loopDelayMs.p50);
});

it("reports an unreachable rate limit store while the process keeps serving", async () => {
  await redis.stop();
  await expect
    .poll(async () => (await health()).status, { timeout: 10_000, interval: 500 })
    .toBe("degraded");
  const { problems, figures } = await health();
  expect(problems).toHaveProperty("limiter");
  expect(figures.pool.total).toBeGreaterThan(0);
});
