import { setPriority } from "node:os";
import { readEnv } from "./env";
import { createLog } from "./observe/log";
import type { Beat } from "./self-host/sender-process";
import { createShutdown } from "./self-host/shutdown";
import { handleUncaught } from "./self-host/uncaught";
import { setV8Flags } from "./self-host/v8-flags";
import { startWatchdog } from "./self-host/watchdog";
import { reportToPrimary } from "./self-host/worker-reports";
import { openPostgres } from "./stores/postgres";
import { openWiring } from "./wiring";

// The process that sends webhooks and mail, beside those that serve: `keepSender` starts it. Part of the
// build, as dist/sender.mjs.

/** The kernel prefers processes that serve where both want a core. */
const NICENESS = 5;
const BEAT_MS = 1_000;
/** A signal to all processes reaches this one too: it goes on until its parent stops it. */
const ALONE_MS = 2_000;

setV8Flags();
handleUncaught();
const shutdown = createShutdown({
  say: () => {},
  exit: (code) => process.exit(code),
  nowMs: () => performance.now(),
});
const stop = () => shutdown.stop("The server is stopping");
process.on("message", (word) => word === "stop" && stop());
process.on("disconnect", stop);
// A terminal sends it to every process.
process.on("SIGINT", () => {});

async function run(): Promise<void> {
  const env = readEnv();
  if (env.databaseUrl === null) throw new Error("embedded stores have no process for webhooks");
  process.on("SIGTERM", (signal) => shutdown.stop(signal, { drainMs: env.drainMs + ALONE_MS }));
  // Until then it serves as before.
  shutdown.onDrain(() => {});
  try {
    setPriority(NICENESS);
  } catch {
    // Not everywhere allowed, and only a preference.
  }
  const wiring = await openWiring({
    env,
    postgres: openPostgres({ connectionString: env.databaseUrl }),
    secret: env.authSecret ?? "",
    hasOwnServer: true,
    worker: "sender",
  });
  shutdown.onClose(wiring.close);
  reportToPrimary(wiring.watch.report);
  const log = createLog("error");
  startWatchdog({
    database: null,
    onError: (err) => log.error({ err }, "unexpected error"),
  });
  const { dispatcher, mailer } = wiring;
  const report = (): Beat => ({ sent: dispatcher.stats(), mail: mailer.stats() });
  const beat = () => process.send?.(report(), () => {});
  beat();
  setInterval(beat, BEAT_MS);
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
