import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendSignal, temporaryFolder } from "../testing/processes";
import { openWorkers } from "./cluster-primary";

let folder: string;
const opened: { stop(boundMs: number): Promise<void> }[] = [];
beforeEach(() => {
  folder = temporaryFolder("workers");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(opened.splice(0).map((workers) => workers.stop(0)));
});

/** Opens workers that run this script; `first` is true in the first one started. */
async function working(count: number, script: string) {
  const entry = join(folder, "entry.mjs");
  writeFileSync(
    entry,
    `import { appendFileSync, writeFileSync } from "node:fs";
     appendFileSync(${JSON.stringify(join(folder, "pids"))}, process.pid + "\\n");
     let first = true;
     try { writeFileSync(${JSON.stringify(join(folder, "first"))}, "", { flag: "wx" }); } catch { first = false; }
     const answer = (socket) => { process.send("took"); socket.end("HTTP/1.1 200 OK\\r\\nconnection: close\\r\\n\\r\\n" + process.pid); };
     const whenGiven = (serve) => process.on("message", (word, socket) => word === "connection" && serve(socket));
     const whenStopped = (stop) => process.on("message", (word) => word === "stop" && stop());
     ${script}
     process.send("ready");`,
  );
  const said: string[] = [];
  const giveUp = vi.fn();
  const say = (text: string) => void said.push(text);
  const workers = await openWorkers({ count, entry, host: "127.0.0.1", port: 0, say, giveUp });
  opened.push(workers);
  const ask = async () =>
    (
      await fetch(`http://127.0.0.1:${workers.port}`, { signal: AbortSignal.timeout(20_000) })
    ).text();
  return { workers, said, giveUp, ask };
}

/** All workers started so far, oldest first. */
const pids = () => readFileSync(join(folder, "pids"), "utf8").trim().split("\n").map(Number);
const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
async function kill(pid: number): Promise<void> {
  sendSignal(pid, "SIGKILL");
  await expect.poll(() => isThere(pid)).toBe(false);
}

test("passes a connection to another worker if the first one dies before it has accepted it", async () => {
  const { ask } = await working(
    2,
    "whenStopped(() => process.exit()); whenGiven(first ? () => process.exit(1) : answer);",
  );
  const [one, two] = [await ask(), await ask()];
  expect(one).toMatch(/^\d+$/);
  expect(two).toMatch(/^\d+$/);
});

test("keeps a connection until the next worker starts if none is running", async () => {
  const { ask } = await working(1, "whenStopped(() => process.exit()); whenGiven(answer);");
  const before = await ask();
  await kill(Number(before));
  expect(await ask()).not.toBe(before);
});

test("sends no more connections to a stopping worker", async () => {
  const { ask } = await working(
    2,
    `whenStopped(() => process.exit());
     whenGiven((socket) => { answer(socket); if (first) process.send("leaving"); });`,
  );
  const seen: string[] = [];
  for (let n = 0; n < 8; n++) seen.push(await ask());
  expect(new Set(seen.slice(2)).size).toBe(1);
});

test("stops all workers and waits only for those still running", async () => {
  const { workers } = await working(2, "whenStopped(() => process.exit());");
  const startedAt = performance.now();
  await workers.stop(30_000);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test("kills a worker that does not stop in time", async () => {
  const { workers } = await working(1, "whenGiven(() => {});");
  const startedAt = performance.now();
  await workers.stop(100);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(pids().filter(isThere)).toEqual([]);
});

test("a worker that exits at the same moment as it gets the message to stop causes no error", async () => {
  const { workers } = await working(1, "whenGiven(() => {});");
  const [pid = 0] = pids();
  sendSignal(pid, "SIGKILL");
  // Without a turn of the event loop, which would report its end.
  while (readdirSync(`/proc/${pid}/task`).length > 1) {}
  while (!readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ")) {}
  await workers.stop(20_000);
});

test("restarts any number of workers that die after their start", async () => {
  const { ask, giveUp } = await working(1, "whenStopped(() => process.exit()); whenGiven(answer);");
  const now = performance.now.bind(performance);
  let aheadMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now() + aheadMs);
  for (let death = 0; death < 6; death++) {
    const pid = Number(await ask());
    aheadMs += 60_000;
    await kill(pid);
  }
  expect(await ask()).toMatch(/^\d+$/);
  expect(giveUp).not.toHaveBeenCalled();
});

test("restarts a worker that dies at its start with growing delays, and gives up after five attempts", async () => {
  const { giveUp, said } = await working(1, "if (!first) process.exit(3);");
  const startedAt = performance.now();
  await kill(pids()[0] ?? Number.NaN);
  await expect.poll(() => giveUp.mock.calls).toHaveLength(1);
  expect(giveUp.mock.calls[0]?.[0]).toContain("5 times in a row (exit code 3)");
  // 200, 400, 800 and 1600 ms between them.
  expect(performance.now() - startedAt).toBeGreaterThan(2_500);
  expect(said).toHaveLength(4);
});
