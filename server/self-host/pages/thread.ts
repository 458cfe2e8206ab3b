import type { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import type { Core } from "../../core/kernel/actor";
import { afterAwake } from "../../core/kernel/awake";
import type { EventNews } from "../../core/kernel/ports";
import type { PostgresTarget } from "../../stores/postgres";
import { openPortStream } from "./port-stream";
import type { ToPages, ToServer } from "./thread-messages";

/** The settings with which the thread opens its own stores. */
export type PagesData = {
  postgres: PostgresTarget;
  secret: string;
  root: string;
  port: number;
  demoOperator: Core["demoOperator"];
};

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** A thread that does not respond for this long is replaced; the slowest page takes seconds. */
const SILENCE_MS = 30_000;
const ASK_EVERY_MS = 5_000;
const CLOSE_MS = 3_000;
/** At most this much for short-lived objects; V8's default of 48 stays in memory. */
const YOUNG_MIB = 12;

type PagesThread = {
  /** Opens a connection to the HTTP server of the pages. Throws while there is no thread. */
  connect(): Duplex;
  close(): Promise<void>;
};

type Services = Pick<Core, "announce" | "health" | "demoInbox"> & {
  onEvents(news: EventNews, count: number): void;
};

/**
 * Runs the pages in a thread of their own, so that a render never delays a request to the API. A
 * thread that ends or hangs is replaced. Rejects if the first one can't start.
 */
export async function openPagesThread(options: {
  entry: URL;
  data: PagesData;
  services: Services;
  onError: (error: unknown) => void;
  silenceMs?: number;
}): Promise<PagesThread> {
  const { onError } = options;
  let isClosing = false;
  let current: Running | null = null;

  async function keep(first: Running): Promise<void> {
    let running = first;
    for (let failures = 0; ; ) {
      const fault = await running.ended;
      current = null;
      if (isClosing) return;
      onError(new Error(`The thread of the pages ended (${fault}); a new one is starting`));
      for (;;) {
        await pause(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
        if (isClosing) return;
        running = begin(options);
        const isReady = await running.ready.then(
          () => true,
          () => false,
        );
        failures = isReady ? 0 : failures + 1;
        if (isReady) break;
      }
      current = running;
    }
  }

  const first = begin(options);
  await first.ready;
  current = first;
  const kept = keep(first);
  return {
    connect: () => {
      if (current === null) throw new Error("The thread of the pages is starting");
      const { stream, port } = openPortStream();
      current.send({ connection: port }, [port]);
      return stream;
    },
    close: async () => {
      isClosing = true;
      const running = current;
      if (running === null) return;
      running.send("close");
      const cancel = afterAwake(CLOSE_MS, () => void running.end());
      await running.ended;
      cancel();
      await kept;
    },
  };
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

type Running = {
  /** Resolves once it serves; rejects if it ends first. */
  ready: Promise<void>;
  /** How it ended. */
  ended: Promise<string>;
  send(message: ToPages, moved?: Parameters<Worker["postMessage"]>[1]): void;
  end(): Promise<unknown>;
};

function begin(options: Parameters<typeof openPagesThread>[0]): Running {
  const { entry, data, services, silenceMs = SILENCE_MS } = options;
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MIB };
  const worker = new Worker(entry, { name: "pages", workerData: data, resourceLimits });
  const send: Running["send"] = (message, moved) => worker.postMessage(message, moved);
  let fault: string | null = null;
  const end = () => worker.terminate();
  const ended = new Promise<string>((resolve) => {
    worker.once("error", (error: unknown) => {
      fault ??= error instanceof Error ? (error.stack ?? error.message) : String(error);
    });
    worker.once("exit", (code) => resolve(fault ?? `exit code ${code}`));
  });
  const ready = new Promise<void>((resolve, reject) => {
    void ended.then((how) => reject(new Error(`The pages could not start: ${how}`)));
    worker.on("message", (message: ToServer) => {
      if (message === "ready") resolve();
      else if (typeof message === "object") void answer(message, services, send);
    });
  });
  const onSilent = () => {
    fault = "it did not respond";
    void end();
  };
  // Callers that don't await `ready` learn of the failure from `ended`.
  const watching = ready.then(() => watchSilence(worker, { send, silenceMs, onSilent }));
  watching.catch(() => {});
  void ended.then(async () => (await watching.catch(() => null))?.());
  return { ready, ended, send, end };
}

async function answer(
  message: Exclude<ToServer, string>,
  services: Services,
  send: Running["send"],
): Promise<void> {
  if ("wrote" in message) return services.onEvents(message.wrote, message.count);
  const { ask, what, args } = message;
  try {
    const run = services[what] as (...args: unknown[]) => Promise<unknown>;
    send({ answered: ask, result: await run(...args) });
  } catch (error) {
    send({ answered: ask, error: error instanceof Error ? error.message : String(error) });
  }
}

/** Asks the thread regularly; calls `onSilent` once it has not responded for `silenceMs`. */
function watchSilence(
  worker: Worker,
  options: { send: Running["send"]; silenceMs: number; onSilent: () => void },
): () => void {
  const { send, silenceMs, onSilent } = options;
  let cancel: (() => void) | null = null;
  const hear = () => {
    cancel?.();
    cancel = null;
  };
  worker.on("message", hear);
  const timer = setInterval(
    () => {
      send("are you alive");
      cancel ??= afterAwake(silenceMs, onSilent);
    },
    Math.min(ASK_EVERY_MS, silenceMs),
  );
  timer.unref();
  return () => {
    clearInterval(timer);
    hear();
  };
}
