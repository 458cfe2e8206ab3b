import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { takeQuotas } from "./quota";

const NOW = new Date("2026-05-01T12:00:00Z");
const SHARED = { subject: ["shared by all"], perDay: 2 };

const platform = await platformForTests();

it("a quota that is used up locks nothing: a flood does not wait in line for it", async () => {
  const { transact } = platform.wiring.core;
  const take = () => transact((tx) => takeQuotas(tx, [SHARED], NOW));
  expect([await take(), await take(), await take()]).toEqual([true, true, false]);
  await transact(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM audit_quotas FOR UPDATE`;
    expect(await take()).toBe(false);
  });
  // A new day begins with the whole quota, also after one that was used up.
  const tomorrow = new Date(NOW.getTime() + 86_400_000);
  const next = () => transact((tx) => takeQuotas(tx, [SHARED], tomorrow));
  expect([await next(), await next(), await next()]).toEqual([true, true, false]);
});
