import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLookupThrottle } from "./lookup-throttle";

beforeEach(() => {
  const intervals = ["setInterval", "clearInterval"] as const;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", ...intervals, "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const HERE = "192.0.2.1";
const missing = async () => null;
const present = async () => "found";

function bench() {
  const throttle = createLookupThrottle({ nowMs: () => performance.now() });
  const outcomes: string[] = [];
  const ask = (address: string | null, lookUp: () => Promise<string | null> = missing) =>
    throttle.run(address, lookUp).then(
      (found) => outcomes.push(found ?? "unknown"),
      (error: { code: string }) => outcomes.push(error.code),
    );
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  return { throttle, ask, count, outcomes };
}

it("allows ten failures per second, queues for one second and rejects the rest", async () => {
  const { throttle, ask, count } = bench();
  for (let i = 0; i < 50; i++) void ask(HERE);
  await vi.advanceTimersByTimeAsync(0);
  expect([count("unknown"), throttle.stats().waiting]).toEqual([10, 40]);
  await vi.advanceTimersByTimeAsync(500);
  expect([count("unknown"), count("unavailable")]).toEqual([15, 0]);
  await vi.advanceTimersByTimeAsync(500);
  expect(count("unknown")).toBeGreaterThanOrEqual(19);
  expect(count("unknown") + count("unavailable")).toBe(50);
  expect(throttle.stats()).toEqual({ waiting: 0, refused: count("unavailable") });
});

it("allows ten failures per second in the long run, however many are tried", async () => {
  const { ask, count } = bench();
  for (let tenths = 0; tenths < 300; tenths++) {
    for (let i = 0; i < 5; i++) void ask(HERE);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(count("unknown")).toBeGreaterThanOrEqual(300);
  expect(count("unknown")).toBeLessThanOrEqual(311);
});

it("does not slow down lookups of existing keys, even many at once", async () => {
  const { ask, count } = bench();
  for (let i = 0; i < 500; i++) void ask(HERE, present);
  await vi.advanceTimersByTimeAsync(0);
  expect(count("found")).toBe(500);
});

it("does not count a lookup that failed for another reason", async () => {
  const { ask, count } = bench();
  const broken = () => Promise.reject(Object.assign(new Error("down"), { code: "P1001" }));
  for (let i = 0; i < 100; i++) void ask(HERE, broken);
  await vi.advanceTimersByTimeAsync(0);
  expect(count("P1001")).toBe(100);
});

it("limits each address separately, and a /64 network as one", async () => {
  const { ask, count } = bench();
  for (let i = 0; i < 100; i++) void ask(`2001:db8::${i}`);
  await vi.advanceTimersByTimeAsync(0);
  expect(count("unknown")).toBe(10);
  void ask("2001:db8:0:1::1");
  void ask(HERE);
  await vi.advanceTimersByTimeAsync(0);
  expect(count("unknown")).toBe(12);
});

it("limits nobody if addresses are unknown", async () => {
  const { ask, count } = bench();
  for (let i = 0; i < 100; i++) void ask(null);
  await vi.advanceTimersByTimeAsync(0);
  expect(count("unknown")).toBe(100);
});

it("queues at most 1,000 lookups and rejects more immediately", async () => {
  const { throttle, ask, count } = bench();
  for (let i = 0; i < 2_000; i++) void ask(`198.51.${i % 100}.1`);
  await vi.advanceTimersByTimeAsync(0);
  expect([count("unknown"), throttle.stats().waiting, count("unavailable")]).toEqual([
    1000, 1000, 0,
  ]);
  void ask("198.51.1.1");
  await vi.advanceTimersByTimeAsync(0);
  expect(count("unavailable")).toBe(1);
});

it("runs few lookups at once, however many addresses ask, each once and in order", async () => {
  const { ask, count, throttle } = bench();
  let [running, most] = [0, 0];
  const order: number[] = [];
  const slow = (n: number) => async () => {
    order.push(n);
    most = Math.max(most, ++running);
    await new Promise((resume) => setTimeout(resume, 10));
    running--;
    if (n === 3) throw Object.assign(new Error("down"), { code: "P1001" });
    return null;
  };
  for (let n = 0; n < 200; n++) void ask(`10.0.${n >> 8}.${n & 255}`, slow(n));
  await vi.advanceTimersByTimeAsync(0);
  expect(throttle.stats().waiting).toBe(192);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([most, running, count("unknown"), count("P1001")]).toEqual([8, 0, 199, 1]);
  expect(order).toEqual(Array.from({ length: 200 }, (_, n) => n));
  expect(throttle.stats()).toEqual({ waiting: 0, refused: 0 });
});

it("refuses lookups beyond 1,000 that wait for their turn", async () => {
  const { ask, count } = bench();
  const never = () => new Promise<null>(() => undefined);
  for (let n = 0; n < 1_010; n++) void ask(`10.1.${n >> 8}.${n & 255}`, never);
  await vi.advanceTimersByTimeAsync(0);
  expect(count("unavailable")).toBe(2);
  // The others wait for a second.
  await vi.advanceTimersByTimeAsync(1_000);
  expect(count("unavailable")).toBe(1_002);
});
