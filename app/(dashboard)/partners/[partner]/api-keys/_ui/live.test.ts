import { expect, it } from "vitest";
import { isCurrent, trafficOf } from "./live";

it("a key is called silent after a day without a call, and not sooner", () => {
  const now = Date.parse("2026-11-21T12:00:00.000Z");
  const [longAgo, lately] = ["2026-11-20T11:59:00.000Z", "2026-11-20T12:01:00.000Z"];
  const traffic = (createdAt: string, lastUsedAt: string | null) =>
    trafficOf({ createdAt, lastUsedAt }, now);
  expect(traffic(longAgo, null)).toBe("silent");
  expect(traffic(longAgo, longAgo)).toBe("silent");
  expect(traffic(longAgo, lately)).toBe("in use");
  expect(traffic(lately, null)).toBe(null);
});

it("a pending limit request is always shown, a decided one for 30 days", () => {
  const decidedAt = "2026-11-01T00:00:00.000Z";
  const at = (day: string) => Date.parse(`${day}T00:00:00.000Z`);
  expect(isCurrent({ decidedAt: null }, at("2030-01-01"))).toBe(true);
  expect(isCurrent({ decidedAt }, at("2026-11-30"))).toBe(true);
  expect(isCurrent({ decidedAt }, at("2026-12-01"))).toBe(false);
});
