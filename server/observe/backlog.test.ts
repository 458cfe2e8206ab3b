import { expect, it } from "vitest";
import type { Backlog } from "../core/kernel/health";
import { watchBacklog } from "./backlog";

const BACKLOG: Backlog = {
  pending: 0,
  oldestAt: null,
  oldestSeconds: 0,
  unattendedSeconds: 0,
  healthy: 1,
  failing: 0,
  disabled: 0,
  mail: { waiting: 0, oldestSeconds: 0, overdueSeconds: 0 },
};

it("looks at most every five seconds, however often it is asked", async () => {
  let nowMs = 0;
  let looks = 0;
  const look = async () => ({ ...BACKLOG, pending: ++looks });
  const watch = watchBacklog(look, () => nowMs);
  expect(watch.last()).toBeNull();
  for (nowMs = 0; nowMs < 10_000; nowMs += 100) await Promise.all([watch.read(), watch.read()]);
  expect(looks).toBe(2);
  expect(watch.last()).toMatchObject({ pending: 2 });
});

it("is unknown while the database fails, and known again afterwards", async () => {
  let nowMs = 0;
  let isDown = true;
  const look = async () => {
    if (isDown) throw new Error("connection refused");
    return BACKLOG;
  };
  const watch = watchBacklog(look, () => nowMs);
  expect(await watch.read()).toBeNull();
  isDown = false;
  nowMs += 5_000;
  expect(await watch.read()).toEqual(BACKLOG);
});
