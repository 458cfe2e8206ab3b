import type { CommandHost } from "./command";
import type { Reply } from "./failure";
import { runCommand } from "./run";

/** Where a command that holds DATA_DIR itself takes in those of others meanwhile. */
export type Desk = {
  /** For holdDataDir. Waits until there are stores to act on. */
  serve(request: unknown): Promise<Reply>;
  /** The stores are open. */
  open(host: CommandHost): void;
  /** Sends newcomers away, with `busy`, and waits for those that run. */
  close(): Promise<void>;
};

const BUSY: Reply = { busy: true };

/** Opening takes seconds: of several commands at once one opens the stores, and for all of them. */
export function createDesk(): Desk {
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
      // Does nothing once the stores were open.
      settle(null);
      await Promise.allSettled(running);
    },
  };
}
