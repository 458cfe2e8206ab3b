import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import { relayReports } from "./worker-reports";

type Call = { call: number };

/** A worker as its primary sees it, with its reaction to messages. */
function workerThat(reply: (call: Call, worker: EventEmitter) => Error | null): ChildProcess {
  const worker = Object.assign(new EventEmitter(), {
    connected: true,
    send: (message: Call, done?: (error: Error | null) => void) => {
      const error = reply(message, worker);
      done?.(error);
    },
  });
  return worker as unknown as ChildProcess;
}

/** The reports of these others that the asking worker receives. */
function heardOf(others: ChildProcess[]): Promise<unknown> {
  return new Promise((heard) => {
    const asker = workerThat((answer) => {
      heard(answer);
      return null;
    });
    relayReports(asker, () => others);
    for (const other of others) relayReports(other, () => []);
    asker.emit("message", { ask: 7 });
  });
}

const answering = (report: string) =>
  workerThat(({ call }, worker) => {
    setImmediate(() => worker.emit("message", { call, report }));
    return null;
  });

test("a worker gets the reports of all other workers", async () => {
  const reports = ["one", "two"];
  expect(await heardOf(reports.map(answering))).toEqual({ ask: 7, reports });
});

test("a silent worker is skipped without a long wait", async () => {
  const silent = workerThat(() => null);
  expect(await heardOf([silent, answering("two")])).toEqual({ ask: 7, reports: ["two"] });
});

test("an exiting worker is not waited for", async () => {
  const ending = workerThat(() => new Error("ERR_IPC_CHANNEL_CLOSED"));
  // With fake timers, waiting for a report would never end.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  expect(await heardOf([ending, answering("two")])).toEqual({ ask: 7, reports: ["two"] });
  vi.useRealTimers();
});
