import { type ChildProcess, fork } from "node:child_process";
import { createServer, Socket } from "node:net";
import { afterAwake } from "../core/kernel/awake";
import { listen, type Place, probePort, stopListening } from "./port";
import type { Beat } from "./sender-process";
import { relayReports } from "./worker-reports";

// Not node:cluster: a connection handed to a worker that is then killed stays open there forever
// without a response. Here the primary keeps each connection until a worker confirms it, and
// otherwise hands it to another one.

const ROLE = "worker";
/** A worker that ends sooner than this counts as failed at its start. */
const START_MS = 10_000;
const MAX_FAILED_STARTS = 5;
const FIRST_PAUSE_MS = 100;

/** The messages between the primary and its workers. "connection" comes with a socket. */
type Word = "connection" | "took" | "ready" | "leaving" | "drain" | "stop";

/** Whether this process is one of several behind one port. */
export const isWorker = process.send !== undefined && process.argv.at(-2) === ROLE;

/** The number of this process among those behind one port, from 1; a replacement takes it over. */
export const workerNumber = isWorker ? Number(process.argv.at(-1)) : 1;

/** Registers a worker's handlers for messages of its primary. */
export function followPrimary(on: {
  connection(socket: Socket): void;
  drain(): void;
  stop(): void;
}): void {
  process.on("message", (word: Word, socket: unknown) => {
    if (word === "drain") on.drain();
    if (word === "stop") on.stop();
    if (word !== "connection" || !(socket instanceof Socket)) return;
    process.send?.("took" satisfies Word);
    on.connection(socket);
  });
  process.on("disconnect", on.stop);
}

/** Tells the primary that this worker serves, or takes no more connections. */
export function tellPrimary(word: "ready" | "leaving"): void {
  if (isWorker && process.connected) process.send?.(word);
}

/** The processes that share the port, managed by this one. */
export type Workers = {
  /** Passes on the report of the process that sends webhooks. */
  broadcast(beat: Beat): void;
  /** Tells all workers that they will stop soon; they keep serving until then. */
  drain(): void;
  /** Stops accepting connections, lets all workers finish, and kills them after `boundMs`. */
  stop(boundMs: number): Promise<void>;
};

type Member = {
  process: ChildProcess;
  isReady: boolean;
  startedAtMs: number;
  /** Connections on their way to it, oldest first. */
  handed: Socket[];
  /** Resolves when it serves. Rejects if it ends first. */
  ready: Promise<void>;
  /** How it ended. */
  ended: Promise<string>;
};

/** The first worker ended before it served; it has printed the reason. */
export class WorkerFailed extends Error {
  override readonly name = "WorkerFailed";

  constructor(how: string) {
    super(`No worker could start (${how}).`);
  }
}

/**
 * Starts `count` processes of `entry`, and listens once all of them serve. One that dies is
 * replaced; after five failed starts in a row, `giveUp` is called. Rejects if the first start
 * fails, which shows that the settings are wrong. Throws as `listen` does.
 */
export async function openWorkers(options: {
  count: number;
  entry: string;
  host: string;
  port: number;
  say: (text: string) => void;
  giveUp: (reason: string) => void;
  /** Other processes whose figures belong to the workers' reports. */
  beside?: () => ChildProcess[];
}): Promise<Workers & { port: number }> {
  const { count, entry, beside = () => [] } = options;
  const workers = new Set<Member>();
  const dispatcher = openDispatcher(workers);
  const port = await probePort(options);
  let isStopping = false;

  const begin = (number: number) => {
    const member = memberOf(entry, number);
    workers.add(member);
    relayReports(member.process, () => [...othersThan(member, workers), ...beside()]);
    void member.ended.then(() => {
      workers.delete(member);
      for (const socket of member.handed.splice(0)) dispatcher.hand(socket);
    });
    return member;
  };
  const keepers: Promise<void>[] = [];
  try {
    const first = begin(1);
    await first.ready;
    const members = [first, ...Array.from({ length: count - 1 }, (_, index) => begin(index + 2))];
    for (const [index, member] of members.entries()) {
      const replace = () => begin(index + 1);
      keepers.push(keep(member, { ...options, begin: replace, isStopping: () => isStopping }));
    }
    // A worker that dies now is replaced by keep().
    await Promise.allSettled(members.map(({ ready }) => ready));
    await dispatcher.listen({ host: options.host, port });
  } catch (error) {
    await dispatcher.close();
    throw error;
  }
  const broadcast = (word: Word | Beat) => {
    for (const { process } of workers) if (process.connected) process.send(word);
  };
  return {
    port,
    broadcast,
    drain: () => broadcast("drain"),
    stop: async (boundMs) => {
      isStopping = true;
      await dispatcher.close();
      broadcast("stop");
      const cancel = afterAwake(boundMs, () => {
        for (const { process } of workers) process.kill("SIGKILL");
      });
      await Promise.all([...keepers, ...[...workers].map(({ ended }) => ended)]);
      cancel();
    },
  };
}

function othersThan(member: Member, workers: ReadonlySet<Member>): ChildProcess[] {
  const others = [...workers].filter((other) => other !== member && other.isReady);
  return others.map(({ process }) => process).filter(({ connected }) => connected);
}

/** Accepts connections and hands them to the workers in turn. */
function openDispatcher(workers: ReadonlySet<Member>) {
  let turn = 0;
  const waiting: Socket[] = [];
  const server = createServer({ pauseOnConnect: true, noDelay: true }, hand);

  function hand(socket: Socket): void {
    const able = [...workers].filter(({ isReady, process }) => isReady && process.connected);
    const member = able[turn++ % able.length];
    if (!member) {
      // Wait for a worker: a restart takes about a second.
      waiting.push(socket);
      return;
    }
    member.handed.push(socket);
    member.process.send("connection" satisfies Word, socket, { keepOpen: true }, (error) => {
      if (!error) return;
      const at = member.handed.indexOf(socket);
      if (at < 0) return;
      member.handed.splice(at, 1);
      hand(socket);
    });
  }

  setInterval(() => {
    for (const socket of waiting.splice(0)) if (!socket.destroyed) hand(socket);
  }, 50).unref();
  return {
    hand,
    listen: (place: Place) => listen(server, place),
    close: () => stopListening(server),
  };
}

/** Replaces a worker each time it ends. */
async function keep(
  first: Member,
  options: {
    begin: () => Member;
    isStopping: () => boolean;
    say: (text: string) => void;
    giveUp: (reason: string) => void;
  },
): Promise<void> {
  const { begin, isStopping, say, giveUp } = options;
  let member = first;
  for (let failedStarts = 0; ; ) {
    const how = await member.ended;
    if (isStopping()) return;
    const livedMs = performance.now() - member.startedAtMs;
    failedStarts = livedMs < START_MS ? failedStarts + 1 : 0;
    if (failedStarts >= MAX_FAILED_STARTS) {
      giveUp(`Workers failed to start ${failedStarts} times in a row (${how}).`);
      return;
    }
    say(`Worker ${member.process.pid} exited (${how}); starting a new one.\n`);
    await new Promise((resume) => setTimeout(resume, FIRST_PAUSE_MS * 2 ** failedStarts));
    if (isStopping()) return;
    member = begin();
  }
}

function memberOf(entry: string, number: number): Member {
  const child = fork(entry, [ROLE, String(number)]);
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    // Ignore failed messages to a worker that has just ended. A worker that never started has no
    // exit event.
    child.on("error", (error) => child.pid === undefined && resolve(error.message));
  });
  const handed: Socket[] = [];
  let announce = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    announce = resolve;
    void ended.then((how) => reject(new WorkerFailed(how)));
  });
  // Callers that do not await `ready` learn of the failure from `ended`.
  ready.catch(() => {});
  const member = { process: child, isReady: false, startedAtMs: performance.now() };
  const whole = Object.assign(member, { handed, ready, ended });
  child.on("message", (word: Word) => {
    if (word === "took") handed.shift()?.destroy();
    if (word === "ready") announce();
    if (word === "ready" || word === "leaving") whole.isReady = word === "ready";
  });
  return whole;
}
