import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withoutRepeats } from "./repeats";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Line = { message: string; err?: unknown; repeated?: number; requestId?: string };

function logging() {
  const lines: Line[] = [];
  const write = (fields: object, message: string) => void lines.push({ ...fields, message });
  return { lines, log: withoutRepeats({ info: write, warn: write, error: write }) };
}

it("writes one line per second and cause during a flood, with the number of lines it replaces", () => {
  const { lines, log } = logging();
  for (let ms = 0; ms < 3_000; ms += 10) {
    log.error({ err: new Error("query\nECONNREFUSED"), requestId: `req_${ms}` }, "unavailable");
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(5_000);
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatchObject({ requestId: "req_0", err: expect.any(Error) });
  const [, ...later] = lines;
  expect(later.reduce((sum, { repeated = 0 }) => sum + repeated, 1)).toBe(300);
  for (const { err } of later) expect(err).toEqual({ type: "Error", message: "ECONNREFUSED" });
});

it("writes different causes immediately, and the same cause immediately after one quiet second", () => {
  const { lines, log } = logging();
  log.error({ err: new Error("one") }, "unavailable");
  log.error({ err: new Error("two") }, "unavailable");
  log.warn({}, "unavailable");
  expect(lines).toHaveLength(3);
  vi.advanceTimersByTime(1_000);
  log.error({ err: new Error("one") }, "unavailable");
  expect(lines).toHaveLength(4);
  expect(lines.every(({ repeated }) => repeated === undefined)).toBe(true);
});

it("keeps a limited number of causes, whatever the messages", () => {
  const { lines, log } = logging();
  for (let i = 0; i < 10_000; i++) log.error({ err: new Error(`made up ${i}`) }, "failed");
  expect(lines.length).toBeLessThanOrEqual(101);
  vi.advanceTimersByTime(1_000);
  expect(lines.at(-1)?.repeated).toBeGreaterThan(9_000);
});

it("does not change ordinary lines", () => {
  const { lines, log } = logging();
  for (let i = 0; i < 5; i++) log.info({}, "made");
  expect(lines).toHaveLength(5);
});
