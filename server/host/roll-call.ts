import type { ChildProcess } from "node:child_process";

/** A worker that says nothing for so long is left out. */
const PATIENCE_MS = 1_000;

/** `ask` goes from a worker to the leader, `call` from there to the others; `report` and `reports` come back. */
type Message =
  | { ask: number }
  | { call: number }
  | { call: number; report: unknown }
  | { ask: number; reports: unknown[] };

/**
 * Has this worker say what it reports whenever another one asks. Returns a function that asks all others
 * by way of the leader, and resolves with what those report that answer within a second.
 */
export function joinRollCall<Report>(report: () => Promise<Report>): () => Promise<Report[]> {
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

/** Passes on what this worker asks of the others, and what they answer. */
export function leadRollCall(asker: ChildProcess, others: () => ChildProcess[]): void {
  asker.on("message", async (message: Message | string) => {
    if (typeof message === "string" || !("ask" in message)) return;
    const { ask } = message;
    const reports = await Promise.all(others().map(reportOf));
    const heard = reports.filter((report) => report !== null);
    if (asker.connected) asker.send({ ask, reports: heard } satisfies Message);
  });
}

let calls = 0;

/** What one worker reports; null where it does not, in time. */
function reportOf(worker: ChildProcess): Promise<unknown> {
  const call = ++calls;
  return new Promise((resolve) => {
    const end = (report: unknown) => {
      clearTimeout(timer);
      worker.off("message", hear);
      resolve(report);
    };
    const hear = (message: Message | string) => {
      if (typeof message !== "string" && "report" in message && message.call === call) {
        end(message.report);
      }
    };
    const timer = setTimeout(() => end(null), PATIENCE_MS);
    worker.on("message", hear);
    // One that is just ending answers no more.
    worker.send({ call } satisfies Message, (error) => error && end(null));
  });
}
