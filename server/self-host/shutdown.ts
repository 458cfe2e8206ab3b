import { afterAwake } from "../core/kernel/awake";

/** How long open requests may take when the process stops. */
export const FINISH_MS = 20_000;
/** The process exits after this time, even if something hangs. */
export const CLOSE_MS = FINISH_MS + 4_000;
/** One press of Ctrl-C may arrive twice: from the terminal, and from npm. */
const SAME_PRESS_MS = 500;

type Shutdown = {
  /**
   * Registers a callback for the drain, in which the process still serves so that load balancers
   * can notice.
   */
  onDrain(drain: () => void): void;
  /** Registers a callback for when the process stops. They run in reverse order of registration. */
  onClose(close: () => Promise<unknown>): void;
  /** Runs the onDrain() callbacks; the process keeps serving. */
  drain(): void;
  /** Runs the onClose() callbacks, once. */
  close(): Promise<void>;
  /**
   * Drains for `drainMs`, closes and exits. A second call during the drain closes at once, unless
   * it drains too: then it is the same signal repeated.
   */
  stop(reason: string, how?: { drainMs?: number; exitCode?: number }): void;
  /** For Ctrl-C: stops without a drain. A second press exits at once. */
  interrupt(): void;
  isStopping(): boolean;
};

/**
 * Coordinates the end of the process. Tests pass `exit` and `nowMs`; the defaults are the process's
 * own.
 */
export function createShutdown(options: {
  say: (text: string) => void;
  exit: (code: number) => void;
  nowMs: () => number;
}): Shutdown {
  const { say, exit, nowMs } = options;
  const drains: (() => void)[] = [];
  const closes: (() => Promise<unknown>)[] = [];
  let isStopping = false;
  let endDrain = () => {};
  let pressedAtMs: number | null = null;

  const drain = () => {
    for (const each of drains) each();
  };
  const close = async () => {
    for (const each of closes.splice(0).reverse()) await each();
  };

  async function run(reason: string, { drainMs = 0, exitCode = 0 }): Promise<void> {
    if (drainMs > 0 && drains.length > 0) {
      say(`\n${reason}: draining for ${drainMs / 1000} s (not ready, still serving)\n`);
      drain();
      await new Promise<void>((done) => {
        endDrain = done;
        setTimeout(done, drainMs);
      });
    } else {
      say(`\n${reason}\n`);
    }
    say("Shutting down: finishing open requests\n");
    afterAwake(CLOSE_MS, () => exit(1));
    await close();
    say("Stopped.\n");
    exit(exitCode);
  }

  const stop: Shutdown["stop"] = (reason, how = {}) => {
    if (!isStopping) {
      isStopping = true;
      void run(reason, how);
    } else if (!how.drainMs) {
      endDrain();
    }
  };

  return {
    onDrain: (each) => void drains.push(each),
    onClose: (each) => void closes.push(each),
    drain,
    close,
    stop,
    interrupt() {
      const isSecond = pressedAtMs !== null && nowMs() - pressedAtMs > SAME_PRESS_MS;
      if (isSecond) exit(1);
      pressedAtMs ??= nowMs();
      stop("SIGINT");
    },
    isStopping: () => isStopping,
  };
}
