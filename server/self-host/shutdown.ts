import { afterAwake } from "../core/awake";

/** How long requests that are under way may take when the process stops. */
export const FINISH_MS = 20_000;
/** The process ends by then, whatever hangs. */
const CLOSE_MS = FINISH_MS + 4_000;
/** One press of Ctrl-C may arrive twice: from the terminal, and from npm. */
const SAME_PRESS_MS = 500;

export type Shutdown = {
  /** Has `drain` called when the process is to stop but serves on, so that load balancers can notice. */
  onDrain(drain: () => void): void;
  /** Has `close` called when the process stops; the last one registered first. */
  onClose(close: () => Promise<unknown>): void;
  /** Calls what onDrain() was given; the process serves on. */
  drain(): void;
  /** Calls what onClose() was given, once. */
  close(): Promise<void>;
  /**
   * Drains for `drainMs`, closes and exits. Called again while it drains it goes on to closing at once,
   * unless this call drains as well: a signal that is repeated is the same signal.
   */
  stop(reason: string, how?: { drainMs?: number; exitCode?: number }): void;
  /** For Ctrl-C: stops without a drain; pressed again it exits at once. */
  interrupt(): void;
  isStopping(): boolean;
};

/** The order in which a process ends. `exit` and `nowMs` are the process's own, unless a test has others. */
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
      say(`\n${reason}: not ready any more, serving for another ${drainMs / 1000} s ...\n`);
      drain();
      await new Promise<void>((done) => {
        endDrain = done;
        setTimeout(done, drainMs);
      });
    } else {
      say(`\n${reason}\n`);
    }
    say("Finishing what is running ...\n");
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
