import type { ChildProcess } from "node:child_process";
import { afterAwake } from "../core/kernel/awake";

/** Workers that do not respond within this time are left out: a scrape is answered in a second. */
const PATIENCE_MS = 700;

/**
 * A worker sends `ask` to the primary, which sends `call` to the others; `report` and `reports` are
 * the replies.
 */
type Message =
  | { ask: number }
  | { call: number }
  | { call: number; report: unknown }
  | { ask: number; reports: unknown[] };

/**
 * Makes this worker send its report whenever another one asks. Returns a function that asks all
 * others through the primary, and resolves with the reports that arrive in time.
 */
export function reportToPrimary<Report>(report: () => Promise<Report>): () => Promise<Report[]> {
  const waiting = new Map<number, (reports: Report[]) => void>();
  let asked = 0;
  process.on("message", async (message: Message | string) => {
    if (typeof message === "string") return;
    if ("reports" in message) {
      waiting.get(message.ask)?.(message.reports as Report[]);
      waiting.delete(message.ask);
    } else if ("call" in message) {
      process.send?.({ call: message.call, report: await report() } satisfies Message);
    }
  });
  return () =>
    new Promise((resolve) => {
      const ask = ++asked;
      waiting.set(ask, resolve);
      process.send?.({ ask } satisfies Message);
    });
}

let calls = 0;
const expected = new Map<number, (report: unknown) => void>();

/** Forwards this worker's requests to the others, and receives its own reports. */
export function relayReports(worker: ChildProcess, others: () => ChildProcess[]): void {
  takeReports(worker);
  worker.on("message", async (message: Message | string) => {
    if (typeof message === "string" || !("ask" in message)) return;
    const reports = await Promise.all(others().map(reportOf));
    const heard = reports.filter((report) => report !== null);
    if (worker.connected) worker.send({ ask: message.ask, reports: heard } satisfies Message);
  });
}

/** Receives a process's own reports, for reportOf(). */
export function takeReports(worker: ChildProcess): void {
  worker.on("message", (message: Message | string) => {
    if (typeof message === "string" || !("report" in message)) return;
    expected.get(message.call)?.(message.report);
  });
}

/** The report of one worker; null if it does not arrive in time. */
export function reportOf(worker: ChildProcess): Promise<unknown> {
  const call = ++calls;
  return new Promise((resolve) => {
    const end = (report: unknown) => {
      cancel();
      expected.delete(call);
      resolve(report);
    };
    const cancel = afterAwake(PATIENCE_MS, () => end(null));
    expected.set(call, end);
    // A worker that is just ending does not respond.
    worker.send({ call } satisfies Message, (error) => error && end(null));
  });
}
