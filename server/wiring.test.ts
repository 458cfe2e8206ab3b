import { expect, it } from "vitest";
import { openPlatform } from "./testing/platform";
import { stopThisProcess } from "./testing/processes";
import { startRedis } from "./testing/redis";

it("a start that blocks the event loop does not report a healthy Redis as unreachable", async () => {
  const redis = await startRedis();
  const platform = await openPlatform({ env: { REDIS_URL: redis.url }, hasOwnServer: true });
  // As loading Next does.
  stopThisProcess(1_500);
  await new Promise((resume) => setTimeout(resume, 50));
  expect(platform.wiring.limiter.stats()).toMatchObject({ isStoreOut: false, outages: 0 });
  await platform.close();
  await redis.stop();
});

it("hashes passwords with the memory and passes that OWASP recommends", async () => {
  const platform = await openPlatform({ hasSlowHashes: true });
  const { passwords } = platform.wiring.core;
  const made = await passwords.forClient(null, (hasher) => hasher.hash("a password"));
  expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await platform.close();
});
