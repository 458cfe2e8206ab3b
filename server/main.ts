import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CommandHost } from "./cli/command";
import { runCommand } from "./cli/run";
import { findKeyIds, findKeyRecord } from "./core/keys/lookup";
import { isLoopback } from "./core/values/addresses";
import { type Env, exportAuthEnv, exportNextEnv, readEnv } from "./env";
import { watchDescriptors } from "./observe/descriptors";
import { createLog } from "./observe/log";
import type { RequestNames } from "./observe/request-scope";
import { committedDocuments, generatedDocuments } from "./rest/documents";
import { createApiListener } from "./self-host/api-listener";
import {
  followPrimary,
  isWorker,
  openWorkers,
  tellPrimary,
  workerNumber,
} from "./self-host/cluster-primary";
import { demoOperatorOf, describeLogins, provideDemo } from "./self-host/demo/provide";
import { createDemoReceiver } from "./self-host/demo/receiver";
import { retainHiddenClasses } from "./self-host/hidden-classes";
import { type HttpServer, openHttpServer } from "./self-host/http-server";
import { introduction } from "./self-host/introduction";
import { createPageHandler } from "./self-host/pages/handler";
import { openPages } from "./self-host/pages/open";
import { NO_ROUTES, readPageRoutes } from "./self-host/pages/page-routes";
import { keepSender, type SenderProcess } from "./self-host/sender-process";
import { hearSender, type SenderWatch, watchSender } from "./self-host/sender-watch";
import { createShutdown, FINISH_MS } from "./self-host/shutdown";
import { siteUrl } from "./self-host/site-url";
import { explainFailure } from "./self-host/start-failure";
import { openStaticFiles } from "./self-host/static-files";
import { createStep } from "./self-host/step";
import { noteUnavailable } from "./self-host/unavailable";
import { handleUncaught } from "./self-host/uncaught";
import { setV8Flags } from "./self-host/v8-flags";
import { startWatchdog, type WatchedDatabase } from "./self-host/watchdog";
import { reportToPrimary } from "./self-host/worker-reports";
import { holdDataDir } from "./stores/control";
import { openEmbedded } from "./stores/embedded";
import { migrate } from "./stores/migrate";
import { openPostgres, type PostgresTarget } from "./stores/postgres";
import { authSecretFile, readOrCreateSecret } from "./stores/secret-file";
import { openWiring, type Wiring } from "./wiring";

/** The folder of the pages, the migrations and the documents, wherever the process is started. */
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const ENCODED = ".next/encoded";
/** How long a worker may take to close its stores after its last request. */
const LEAVE_MS = 2_000;
/**
 * A worker that gets the signal itself drains this much longer, so that its primary finishes first.
 */
const ALONE_MS = 2_000;
const SECRET_BYTES = 48;
/** How long the process that sends webhooks may take to record what it has sent. */
const SENDER_MS = 3_500;

/** Workers are silent: the primary reports for them. */
const say = isWorker ? () => {} : (text: string) => void process.stdout.write(text);

const step = createStep(say);

/** For errors of the process itself, which are logged whatever LOG_LEVEL is. */
const log = createLog("error");
const report = (error: unknown, request?: RequestNames) =>
  log.error({ err: error, ...request }, "unexpected error");

let drainMs = 0;
const demoReceiver = createDemoReceiver();
const senderWatch = watchSender(() => performance.now());
const shutdown = createShutdown({
  say,
  exit: (code) => process.exit(code),
  nowMs: () => performance.now(),
});

/** Locks DATA_DIR and opens its PostgreSQL; commands wait until `host` resolves. */
async function openOwnStore(env: Env, host: Promise<CommandHost>) {
  const lock = await holdDataDir({
    dataDir: env.dataDir,
    serve: async (request) => runCommand(await host, request),
  });
  shutdown.onClose(lock.release);
  const embedded = await step("Opening the embedded database", () =>
    openEmbedded({ dataDir: env.dataDir }),
  );
  shutdown.onClose(embedded.close);
  return { target: embedded.target, answers: embedded.answers, drain: lock.drain };
}

async function applyMigrations(target: PostgresTarget): Promise<void> {
  const { applied } = await step("Applying migrations", () => migrate(target));
  for (const name of applied) say(`  ${name}\n`);
}

/**
 * Whether webhooks are sent by a process of their own, so that they never delay a request. The
 * embedded database has only this one.
 */
const hasSender = (env: Env) => env.isProduction && env.databaseUrl !== null;

/** Keeps that process beside this one, unless the primary does. It is not started. */
function keepSenderOf(env: Env, onBeat = senderWatch.note): SenderProcess | null {
  if (!hasSender(env) || isWorker) return null;
  const entry = join(dirname(fileURLToPath(import.meta.url)), "sender.mjs");
  return keepSender({ entry, onBeat, say });
}

async function openWiringOver(env: Env, target: PostgresTarget): Promise<Wiring> {
  // The primary has applied them.
  if (!isWorker) await applyMigrations(target);
  const secret =
    env.authSecret ?? (await readOrCreateSecret(authSecretFile(env.dataDir), SECRET_BYTES));
  exportAuthEnv({ secret, publicUrl: env.publicUrl });
  const wiring = await openWiring({
    env,
    postgres: openPostgres(target),
    secret,
    hasOwnServer: true,
    onUnavailable: noteUnavailable,
    worker: workerNumber,
    documents: env.isProduction ? committedDocuments(join(ROOT, "docs")) : generatedDocuments,
    ...(hasSender(env) && { sender: senderWatch }),
    demo: { demoOperator: demoOperatorOf(env), demoInbox: demoReceiver.inbox },
  });
  shutdown.onClose(wiring.close);
  return wiring;
}

type AppParts = {
  httpServer: HttpServer;
  wiring: Wiring;
  target: PostgresTarget;
  sender: SenderProcess | null;
};

/** Opens the pages, and then serves. */
async function openApp(env: Env, parts: AppParts): Promise<void> {
  const { httpServer, wiring, target, sender } = parts;
  const [secret] = wiring.secrets;
  const { server, port, accepted } = httpServer;
  const onError = report;
  const pages = await openPages({ env, target, secret, wiring, root: ROOT, port, server, onError });
  shutdown.onClose(pages.close);
  const routes = env.isProduction ? readPageRoutes(ROOT) : NO_ROUTES;
  const { host } = new URL(siteUrl(env, port));
  const handle = demoReceiver.before(createPageHandler(pages.connect, { routes, host }));
  const others = isWorker ? reportToPrimary(wiring.watch.report) : sender?.reports;
  const files = env.isProduction ? { staticFile: openStaticFiles(join(ROOT, ENCODED)) } : {};
  const { maxBodyBytes } = demoReceiver;
  const served = { ...wiring, ...(others && { others }), ...files, maxBodyBytes, accepted };
  await warmUp(wiring);
  await httpServer.open(createApiListener(served, handle));
  shutdown.onClose(() => httpServer.close(FINISH_MS));
  // Held requests would otherwise wait longer than the server does.
  shutdown.onClose(async () => wiring.holds.end());
  shutdown.onDrain(() => {
    wiring.watch.drain();
    wiring.holds.end();
    httpServer.drain();
  });
}

/**
 * Runs a request's queries once. The first ones compile Prisma's query engine, which takes 0.4 s of
 * CPU time; after a restart under load, the first requests would wait for it.
 */
async function warmUp({ core: { db, clock } }: Wiring): Promise<void> {
  const queries = [findKeyIds(db, "0".repeat(64)), findKeyRecord(db, "", clock.now())];
  // Without the database, this process still serves what does not need it.
  await Promise.allSettled(queries);
}

/** Disabled in development, where a debugger may block the event loop for any time. */
function watch(env: Env, database: WatchedDatabase | null): void {
  if (!env.isProduction) return;
  const watchdog = startWatchdog({ database, onError: report });
  shutdown.onClose(async () => watchdog.releaseDatabase());
}

async function start(env: Env): Promise<void> {
  const startedAt = performance.now();
  const httpServer = await openHttpServer({
    host: env.host,
    port: env.port,
    scheme: env.publicUrl?.startsWith("https:") ? "https" : "http",
    isInner: isWorker,
    trustProxy: env.trustProxy,
    isLocalOnly: env.publicUrl === null && isLoopback(env.host),
    onError: report,
  });
  if (isWorker) {
    hearSender(senderWatch);
    followPrimary({
      connection: (socket) => void httpServer.server.emit("connection", socket),
      drain: shutdown.drain,
      stop: () => shutdown.stop("The primary is stopping"),
    });
  }
  const url = siteUrl(env, httpServer.port);
  let provideHost = (_: CommandHost) => {};
  const host = new Promise<CommandHost>((done) => {
    provideHost = done;
  });
  const { target, answers, drain } =
    env.databaseUrl === null
      ? await openOwnStore(env, host)
      : { target: { connectionString: env.databaseUrl }, answers: null, drain: async () => {} };
  const wiring = await openWiringOver(env, target);
  shutdown.onClose(drain);
  const { core, dispatcher, mailer } = wiring;
  const again: CommandHost["migrate"] = (options) => migrate(target, options);
  provideHost({ core, dispatcher, mailer, siteUrl: url, migrate: again });
  const demo =
    env.databaseUrl === null
      ? await step("Preparing the demo", () =>
          provideDemo(wiring.core, { dataDir: env.dataDir, logDays: env.requestLog.days }),
        )
      : null;
  // After the demo: its history has the events of its own times.
  wiring.startSweeps();
  const sender = keepSenderOf(env);
  if (sender) shutdown.onClose(() => sender.stop(SENDER_MS));
  await step("Starting the app", () => openApp(env, { httpServer, wiring, target, sender }));
  sender?.start();
  // Where webhooks may be sent to this machine.
  const demoUrl = env.webhooks.mayUseLoopback ? url : null;
  if (demo) demoReceiver.open(core, { dataDir: env.dataDir, siteUrl: demoUrl });
  watch(env, answers && { answers, ask: () => wiring.core.db.$queryRaw`SELECT 1` });
  if (isWorker) {
    shutdown.onClose(async () => tellPrimary("leaving"));
    return tellPrimary("ready");
  }
  say(`Started in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
  say(introduction(env, { url, logins: demo ? describeLogins(demo, demoUrl) : [] }));
}

/** Serves with several worker processes behind one port; this process only supervises them. */
async function lead(env: Env, databaseUrl: string): Promise<void> {
  const startedAt = performance.now();
  await applyMigrations({ connectionString: databaseUrl });
  let passOn: SenderWatch["note"] = () => {};
  const sender = keepSenderOf(env, (beat) => passOn(beat));
  const workers = await step(`Starting ${env.workers} workers`, () =>
    openWorkers({
      count: env.workers,
      entry: join(ROOT, "dist/main.mjs"),
      say,
      host: env.host,
      port: env.port,
      beside: () => sender?.running() ?? [],
      giveUp: (reason) => {
        process.stderr.write(`${reason}\n`);
        shutdown.stop("Giving up", { exitCode: 1 });
      },
    }),
  );
  passOn = workers.broadcast;
  sender?.start();
  shutdown.onDrain(workers.drain);
  const stopBoth = [() => workers.stop(FINISH_MS + LEAVE_MS), () => sender?.stop(SENDER_MS)];
  shutdown.onClose(() => Promise.all(stopBoth.map((stop) => stop())));
  watch(env, null);
  say(`Started in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
  say(introduction(env, { url: siteUrl(env, workers.port), logins: [] }));
}

async function main(): Promise<void> {
  setV8Flags();
  await retainHiddenClasses();
  let env: Env | null = null;
  try {
    env = readEnv();
    drainMs = env.drainMs;
    process.chdir(ROOT);
    exportNextEnv({ dev: !env.isProduction });
    // Next's development server is a single process.
    const isAlone = env.workers === 1 || !env.isProduction || isWorker;
    if (isAlone || env.databaseUrl === null) await start(env);
    else await lead(env, env.databaseUrl);
  } catch (error) {
    // An interrupted start fails because its stores are closed meanwhile.
    if (shutdown.isStopping()) return;
    const reason = explainFailure(error, env);
    process.stderr.write(`${reason ?? (error instanceof Error ? error.stack : String(error))}\n`);
    await Promise.race([shutdown.close(), new Promise((late) => setTimeout(late, FINISH_MS))]);
    process.exit(1);
  }
}

handleUncaught();
watchDescriptors(log);
process.on("SIGTERM", (signal) => {
  shutdown.stop(signal, { drainMs: isWorker && drainMs > 0 ? drainMs + ALONE_MS : drainMs });
});
// A terminal sends SIGINT to every process; workers are stopped by their primary.
process.on("SIGINT", () => void (isWorker || shutdown.interrupt()));
await main();
