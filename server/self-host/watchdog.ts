import { Worker } from "node:worker_threads";

/** Far longer than any answer of ours may take (16 s), also on a slow machine. */
const BOUND_MS = 60_000;
const TICK_MS = 1_000;

/** A database in this process, which can get stuck while the event loop goes on. */
export type WatchedDatabase = {
  /** How often it has answered: whatever was asked, and whoever asked. */
  answers(): number;
  /** Asks it anything, so that it has something to answer. May reject. */
  ask(): Promise<unknown>;
};

export type Watchdog = {
  /** To be called before the database is closed. The event loop is watched on until the process ends. */
  releaseDatabase(): void;
};

/**
 * Ends this process by SIGKILL, with one line on stderr, when its event loop or `database` has not
 * answered for a minute in which the process ran: so that a supervisor can start it again. Does not keep
 * the process alive.
 */
export function startWatchdog(options: {
  database: WatchedDatabase | null;
  onError: (error: unknown) => void;
  boundMs?: number;
  tickMs?: number;
}): Watchdog {
  const { boundMs = BOUND_MS, tickMs = TICK_MS } = options;
  let { database } = options;
  // Of the event loop, and of the database.
  const beats = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  let isAsking = false;

  const ask = async ({ ask }: WatchedDatabase) => {
    if (isAsking) return;
    isAsking = true;
    await ask().catch(() => {});
    isAsking = false;
  };
  let ticks = 0;
  const timer = setInterval(() => {
    ticks++;
    Atomics.store(beats, 0, ticks);
    Atomics.store(beats, 1, database ? database.answers() : ticks);
    if (database) void ask(database);
  }, tickMs);
  timer.unref();
  const thread = new Worker(new URL("./watchdog-thread.mjs", import.meta.url), {
    name: "watchdog",
    workerData: { beats, boundMs, tickMs },
  });
  thread.on("error", options.onError);
  thread.unref();
  return {
    releaseDatabase: () => {
      database = null;
    },
  };
}
