import { expect, it, vi } from "vitest";
import { openPlatform, steppingClock } from "./testing/platform";
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

it("does nothing every minute until the sweeps are started, so that the demo is made before", async () => {
  const started = vi.spyOn(globalThis, "setInterval");
  const clock = steppingClock();
  const { newPartner, newKey, wiring, close } = await openPlatform({ clock, hasOwnServer: true });
  await newKey(await newPartner(), { expiresAt: new Date(clock.now().getTime() + 60_000) });
  clock.advance(120_000);
  const written = () => wiring.core.db.event.count({ where: { type: "key.expired" } });
  const passMinute = () => {
    for (const [work, everyMs] of started.mock.calls) if (everyMs === 60_000) work();
  };
  passMinute();
  wiring.startSweeps();
  expect(await written()).toBe(0);
  passMinute();
  await expect.poll(written).toBe(1);
  started.mockRestore();
  await close();
});
