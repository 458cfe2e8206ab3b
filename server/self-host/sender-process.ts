import { type ChildProcess, fork } from "node:child_process";
import { afterAwake } from "../core/kernel/awake";
import type { Figures } from "../core/kernel/health";
import type { Report } from "../observe/metrics";
import { reportOf, takeReports } from "./worker-reports";

/** At most 12 MB for short-lived objects; V8's default is 48. */
const HEAP = ["--max-semi-space-size=4"];
/** From one start to the next: a process that dies at once must not take the CPU of the API. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;
/** One that lived longer than this is replaced after the shortest pause. */
const START_MS = 10_000;

/** The report of the process that sends webhooks, every second. */
export type Beat = { sent: Figures["webhooks"]; mail: Figures["mail"] };

export function isBeat(message: unknown): message is Beat {
  return typeof message === "object" && message !== null && "sent" in message;
}

/** The process that sends webhooks, as its parent sees it. */
export type SenderProcess = {
  /** Starts it, and another one each time it ends. */
  start(): void;
  /** The running process; empty between two of them. */
  running(): ChildProcess[];
  /** Its metrics; empty if it does not answer. */
  reports(): Promise<Report[]>;
  /** Lets it record what it has sent, and kills it after `boundMs`. */
  stop(boundMs: number): Promise<void>;
};

/**
 * Keeps one process running that sends webhooks, so that sending never delays an API request. It
 * is replaced for ever, however often it ends: without it, webhooks are late, but the API works.
 */
export function keepSender(options: {
  entry: string;
  onBeat: (beat: Beat) => void;
  say: (text: string) => void;
}): SenderProcess {
  const { entry, onBeat, say } = options;
  let child: ChildProcess | null = null;
  let ended: Promise<void> = Promise.resolve();
  let next: NodeJS.Timeout | null = null;
  let failedStarts = 0;
  let isStopping = false;

  function begin(): void {
    const startedMs = performance.now();
    const begun = fork(entry, [], { execArgv: [...process.execArgv, ...HEAP] });
    child = begun;
    takeReports(begun);
    begun.on("message", (message: unknown) => {
      if (isBeat(message)) onBeat(message);
    });
    ended = new Promise((resolve) => {
      const end = (how: string) => {
        resolve();
        if (child !== begun) return;
        child = null;
        failedStarts = performance.now() - startedMs < START_MS ? failedStarts + 1 : 0;
        if (!isStopping) replace(how);
      };
      begun.once("exit", (code, signal) => end(signal ?? `exit code ${code}`));
      // A process that never started has no exit event.
      begun.on("error", (error) => begun.pid === undefined && end(error.message));
    });
  }

  function replace(how: string): void {
    say(`The process that sends webhooks exited (${how}); starting a new one.\n`);
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failedStarts, MAX_PAUSE_MS);
    next = setTimeout(() => isStopping || begin(), pauseMs).unref();
  }

  const running = () => (child?.connected ? [child] : []);
  return {
    start: begin,
    running,
    reports: async () => {
      const found = await Promise.all(running().map(reportOf));
      return found.filter((report) => report !== null) as Report[];
    },
    stop: async (boundMs) => {
      isStopping = true;
      if (next) clearTimeout(next);
      for (const each of running()) each.send("stop", () => {});
      const cancel = afterAwake(boundMs, () => child?.kill("SIGKILL"));
      await ended;
      cancel();
    },
  };
}
