import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { afterAwake } from "../../core/kernel/awake";
import type { Health } from "../../core/kernel/health";
import type { DemoInbox, Log } from "../../core/kernel/ports";
import { readEnv } from "../../env";
import { sendConsoleToLog } from "../../observe/console";
import { afterShortage } from "../../observe/descriptors";
import { openPostgres } from "../../stores/postgres";
import { openPageWiring } from "../../wiring-pages";
import { noteUnavailable } from "../unavailable";
import { handleUncaught } from "../uncaught";
import { loadPages } from "./load-pages";
import { servePages } from "./serve";
import type { PagesData } from "./thread";
import type { Questions, ToPages, ToServer } from "./thread-messages";

// The thread of the pages: Next, with stores of its own. docs/decisions/0016.

/** On Linux this is the priority of this thread alone: requests to the API go first. */
const NICENESS = 10;
const CLOSE_MS = 1_500;

handleUncaught();
if (process.platform === "linux") setPriority(NICENESS);

const { secret, postgres: target, root, port, demoOperator } = workerData as PagesData;
const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
let asked = 0;

const post = (message: ToServer) => parentPort?.postMessage(message);

function ask(what: keyof Questions, args: unknown[]): Promise<unknown> {
  const number = ++asked;
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    post({ ask: number, what, args });
  });
}

function settle(message: Extract<ToPages, { answered: number }>): void {
  const question = waiting.get(message.answered);
  waiting.delete(message.answered);
  if ("error" in message) question?.reject(new Error(message.error));
  else question?.resolve(message.result);
}

const env = readEnv();
const postgres = openPostgres(target);
const wiring = openPageWiring({
  env,
  postgres,
  secret,
  announce: async (...args) => (await ask("announce", args)) === true,
  health: async () => (await ask("health", [])) as Health,
  demo: {
    demoOperator,
    demoInbox: async () => (await ask("demoInbox", [])) as DemoInbox | null,
  },
  onEvents: (wrote, count) => void post({ wrote, count }),
  onUnavailable: noteUnavailable,
});
// Pages that could not be loaded would fail for good: another thread loads them again.
const noteError = afterShortage(() => process.exit(1));
const log: Log = {
  ...wiring.log,
  error: (fields, message) => {
    if ("err" in fields) noteError(fields.err);
    wiring.log.error(fields, message);
  },
};
sendConsoleToLog(log);
const app = await loadPages({ env, root, port });
const serve = servePages(app.handle, (err, request) =>
  log.error({ err, ...request }, "unexpected error"),
);

async function close(): Promise<void> {
  afterAwake(CLOSE_MS, () => process.exit(0));
  await app.close();
  await wiring.close();
  post("closed");
  process.exit(0);
}

parentPort?.on("message", (message: ToPages) => {
  if (message === "close") void close();
  else if (message === "are you alive") post("alive");
  else if ("connection" in message) serve(message.connection);
  else settle(message);
});
post("ready");
