import type { CommandHost } from "./command";
import type { Reply } from "./failure";
import { runCommand } from "./run";

/** Runs commands of other processes while this process holds DATA_DIR. */
type CommandQueue = {
  /** Runs a command for holdDataDir() once the stores are open. */
  serve(request: unknown): Promise<Reply>;
  /** Sets the open stores. */
  open(host: CommandHost): void;
  /** Replies `busy` to new commands and waits for running ones. */
  close(): Promise<void>;
};

const BUSY: Reply = { busy: true };

/**
 * Opening the stores takes seconds, so one process opens them for all commands that arrive
 * meanwhile.
 */
export function createCommandQueue(): CommandQueue {
  const running = new Set<Promise<Reply>>();
  let isClosed = false;
  let settle: (host: CommandHost | null) => void = () => {};
  const opened = new Promise<CommandHost | null>((done) => {
    settle = done;
  });
  const work = async (request: unknown) => {
    const host = await opened;
    return host === null ? BUSY : runCommand(host, request);
  };
  return {
    serve: async (request) => {
      if (isClosed) return BUSY;
      const reply = work(request).finally(() => running.delete(reply));
      running.add(reply);
      return reply;
    },
    open: (host) => settle(host),
    close: async () => {
      isClosed = true;
      // Has no effect if the stores were opened.
      settle(null);
      await Promise.allSettled(running);
    },
  };
}
