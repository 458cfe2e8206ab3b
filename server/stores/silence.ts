import type { Socket } from "node:net";

const TICK_MS = 500;

/**
 * Destroys `socket` if a reply is due and nothing arrives for `patienceMs()`, counting only time in
 * which this process ran. Otherwise a connection to a vanished host stays open until TCP times out,
 * after about 15 minutes.
 */
export function destroyWhenSilent(
  socket: Socket,
  options: { isReplyDue(): boolean; patienceMs(): number },
): void {
  let bytesRead = 0;
  let silentMs = 0;
  // After a suspension, a timer that missed several ticks fires only once.
  const timer = setInterval(() => {
    const isSilent = options.isReplyDue() && socket.bytesRead === bytesRead;
    bytesRead = socket.bytesRead;
    silentMs = isSilent ? silentMs + TICK_MS : 0;
    const patienceMs = options.patienceMs();
    if (silentMs >= patienceMs) {
      socket.destroy(new Error(`Connection terminated: no response for ${patienceMs} ms`));
    }
  }, TICK_MS);
  timer.unref();
  socket.once("close", () => clearInterval(timer));
}
