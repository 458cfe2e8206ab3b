import { expect, it, vi } from "vitest";
import { createRateLimiter } from "./limiter";
import { openMemoryStore } from "./memory";
import { newQuestion, newQuestions } from "./testing/questions";

function limiterAt() {
  const clock = { ms: Date.now() };
  const nowMs = () => clock.ms;
  const store = openMemoryStore({ nowMs });
  const log = { info: () => {}, warn: () => {} };
  const asked = vi.spyOn(store, "decide");
  const limiter = createRateLimiter({ store, log, nowMs });
  return { clock, limiter, asked };
}

it("repeats a refusal over a cap to the same caller for 100 ms without asking the store", async () => {
  const { clock, limiter, asked } = limiterAt();
  const [first = newQuestion(), ...others] = newQuestions(50 + 128 + 1);
  for (const question of [first, ...others]) await limiter.decide(question);
  expect(limiter.stats().unreserved).toBe(1);
  const verdict = await limiter.decide(first);
  asked.mockClear();
  for (let n = 0; n < 10; n += 1) expect(await limiter.decide(first)).toEqual(verdict);
  expect(asked).not.toHaveBeenCalled();

  await limiter.decide({ ...first, caller: "callerBB" });
  await limiter.decide({ ...first, perMinute: 301 });
  expect(asked).toHaveBeenCalledTimes(2);
  clock.ms += 101;
  await limiter.decide(first);
  expect(asked).toHaveBeenCalledTimes(3);
  await limiter.close();
});

it("asks the store again after this process has set an epoch", async () => {
  const { limiter, asked } = limiterAt();
  const [first = newQuestion(), ...others] = newQuestions(50 + 128 + 1);
  for (const question of [first, ...others]) await limiter.decide(question);
  asked.mockClear();
  await limiter.setEpoch(first.partnerId, { narrows: true });
  await limiter.decide(first);
  expect(asked).toHaveBeenCalledTimes(1);
  await limiter.close();
});

it("asks the store for each refusal with a reserved slot", async () => {
  const { limiter, asked } = limiterAt();
  for (const question of newQuestions(60)) await limiter.decide(question);
  expect(asked).toHaveBeenCalledTimes(60);
  await limiter.close();
});

it("asks the store for a held request, even if its caller is refused", async () => {
  const { limiter } = limiterAt();
  const hold = { name: "hold0001", maxUs: 30_000_000 };
  const [first = newQuestion(), ...others] = newQuestions(50 + 128 + 1);
  for (const question of [first, ...others].slice(0, 50)) await limiter.decide(question);
  expect(await limiter.decide({ ...first, hold })).toMatchObject({ kind: "held" });
  for (const question of others) await limiter.decide(question);
  expect(await limiter.decide({ ...first, hold: { ...hold, name: "hold0002" } })).toMatchObject({
    kind: "refused",
  });
  expect(await limiter.decide({ ...first, hold, isHeld: true })).toMatchObject({ kind: "held" });
  await limiter.close();
});

it("asks the store for another cost", async () => {
  const { limiter, asked } = limiterAt();
  const question = newQuestion();
  expect(await limiter.decide({ ...question, cost: 51 })).toMatchObject({ kind: "refused" });
  expect(await limiter.decide({ ...question, cost: 51 })).toMatchObject({ kind: "refused" });
  expect(asked).toHaveBeenCalledTimes(1);
  expect(await limiter.decide({ ...question, cost: 50 })).toMatchObject({ kind: "admitted" });
  expect(await limiter.decide(question)).toMatchObject({ kind: "refused" });
  await limiter.close();
});
