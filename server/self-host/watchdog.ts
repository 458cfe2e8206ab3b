import { Worker } from "node:worker_threads";

/** Far longer than any response may take (16 s), even on a slow machine. */
const BOUND_MS = 60_000;
const TICK_MS = 1_000;

/** An in-process database, which can hang while the event loop continues. */
export type WatchedDatabase = {
  /** The number of replies to any query of any caller. */
  answers(): number;
  /** Sends any query, so that a reply is due. May reject. */
  ask(): Promise<unknown>;
};

type Watchdog = {
  /** Call it before the database is closed. The event loop is watched until the process ends. */
  releaseDatabase(): void;
};

/**
 * Kills this process with SIGKILL and one line on stderr if its event loop or `database` does not
 * respond for a minute in which the process ran, so that a supervisor can restart it. Does not keep
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
  // Heartbeats of the event loop and the database.
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
