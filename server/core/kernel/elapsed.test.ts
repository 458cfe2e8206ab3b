import { expect, it } from "vitest";
import { createElapsedClock } from "./elapsed";

const HOUR_MS = 3_600_000;

function machine() {
  const at = { wall: 1_795_000_000_000, monotonic: 5_000, sinceBoot: 90_000 };
  const elapsed = createElapsedClock({
    wall: () => at.wall,
    monotonic: () => at.monotonic,
    sinceBoot: () => at.sinceBoot,
  });
  const start = elapsed();
  return {
    run(ms: number) {
      at.wall += ms;
      at.monotonic += ms;
      at.sinceBoot += ms;
    },
    suspend(ms: number) {
      at.wall += ms;
      at.sinceBoot += ms;
    },
    setTime(byMs: number) {
      at.wall += byMs;
    },
    sinceStart: () => elapsed() - start,
  };
}

it("includes the time during which the machine was suspended", () => {
  const { run, suspend, sinceStart } = machine();
  run(250);
  expect(sinceStart()).toBe(250);
  suspend(HOUR_MS);
  expect(sinceStart()).toBe(HOUR_MS + 250);
  run(500);
  suspend(20_000);
  run(500);
  expect(sinceStart()).toBe(HOUR_MS + 21_250);
});

it("is not affected by changes of the system time in either direction", () => {
  const { run, setTime, sinceStart } = machine();
  setTime(HOUR_MS);
  run(100);
  expect(sinceStart()).toBe(100);
  setTime(-3 * HOUR_MS);
  run(100);
  expect(sinceStart()).toBe(200);
});

it("never decreases, whatever sequence of clock changes and suspensions", () => {
  const { run, setTime, suspend, sinceStart } = machine();
  let last = 0;
  for (let n = 1; n < 50; n++) {
    run(n);
    if (n % 2) suspend(n * 300);
    if (n % 3) setTime((n % 5) * 2_000 - 4_000);
    expect(sinceStart()).toBeGreaterThanOrEqual(last);
    last = sinceStart();
  }
});
