import { readFileSync } from "node:fs";
import type { Product } from "../server/testing/product";
import { TOKEN } from "./operations-stage";

const EVERY_MS = 1_000;
const STALL_MS = 500;

/** How long a process's main thread has run, and has waited for a CPU, in ms. */
function scheduled(pid: number): { ranMs: number; waitedMs: number } {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/schedstat`, "utf8")
    .split(" ")
    .map(Number);
  return { ranMs: ran / 1e6, waitedMs: waited / 1e6 };
}

/**
 * Reads the longest event loop delay of each instance once a second, and reports delays over half a
 * second: whether the thread was running, waiting for a CPU, or asleep.
 */
export function watchLoops(
  instances: () => readonly Product[],
  report: (sentence: string) => void,
): () => void {
  const last = new Map<number, { atMs: number; ranMs: number; waitedMs: number }>();
  const look = async ({ pid, url, port }: Product) => {
    const before = last.get(pid);
    const now = { atMs: performance.now(), ...scheduled(pid) };
    last.set(pid, now);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const text = await (await fetch(`${url}/api/metrics`, { headers })).text();
    const found = /^nodejs_eventloop_lag_max_seconds\S* (\S+)$/m.exec(text)?.[1];
    const lagMs = Number(found) * 1_000;
    if (!before || !(lagMs > STALL_MS)) return;
    const after = { atMs: performance.now(), ...scheduled(pid) };
    const spent = (name: "atMs" | "ranMs" | "waitedMs") => Math.round(after[name] - before[name]);
    report(
      `instance ${port}: event loop delayed by ${Math.round(lagMs)} ms; in the last ${spent("atMs")} ms it ran ${spent("ranMs")} ms and waited ${spent("waitedMs")} ms for a processor`,
    );
  };
  const timer = setInterval(() => {
    // An instance that is being restarted doesn't respond.
    for (const instance of instances()) look(instance).catch(() => {});
  }, EVERY_MS);
  return () => clearInterval(timer);
}
