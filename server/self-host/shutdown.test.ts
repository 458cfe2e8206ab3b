import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createShutdown } from "./shutdown";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function shutdown() {
  const done: string[] = [];
  const made = createShutdown({
    say: () => {},
    exit: (code) => void done.push(`exit ${code}`),
    nowMs: () => Date.now(),
  });
  made.onDrain(() => void done.push("drain"));
  made.onClose(async () => void done.push("close first"));
  made.onClose(async () => void done.push("close last"));
  const after = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return [...done];
  };
  return { ...made, after };
}

const CLOSED = ["close last", "close first", "exit 0"];

it("drains, closes in reverse order and exits with 0", async () => {
  const { stop, after } = shutdown();
  stop("SIGTERM", { drainMs: 5_000 });
  expect(await after(4_999)).toEqual(["drain"]);
  expect(await after(1)).toEqual(["drain", ...CLOSED]);
});

it("treats repeated SIGTERM signals as one", async () => {
  const { stop, after } = shutdown();
  for (let i = 0; i < 10; i++) {
    stop("SIGTERM", { drainMs: 5_000 });
    await after(100);
  }
  expect(await after(0)).toEqual(["drain"]);
  expect(await after(5_000)).toEqual(["drain", ...CLOSED]);
});

it("Ctrl-C skips the drain, and ends one in progress", async () => {
  const pressed = shutdown();
  pressed.interrupt();
  expect(await pressed.after(0)).toEqual(CLOSED);
  const impatient = shutdown();
  impatient.stop("SIGTERM", { drainMs: 5_000 });
  await impatient.after(1_000);
  impatient.interrupt();
  expect(await impatient.after(0)).toEqual(["drain", ...CLOSED]);
});

it("ignores a duplicate Ctrl-C and exits immediately on a second one", async () => {
  const { onClose, interrupt, after } = shutdown();
  onClose(() => new Promise(() => {}));
  interrupt();
  await after(100);
  interrupt();
  expect(await after(1_000)).toEqual([]);
  interrupt();
  expect(await after(0)).toEqual(["exit 1"]);
});

it("exits with 1 if closing hangs", async () => {
  const { onClose, stop, after } = shutdown();
  onClose(() => new Promise(() => {}));
  stop("SIGTERM");
  expect(await after(20_000)).toEqual([]);
  expect(await after(5_000)).toEqual(["exit 1"]);
});
