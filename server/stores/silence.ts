import type { Socket } from "node:net";

const TICK_MS = 500;

/**
 * Destroys `socket` when it owes an answer and has received nothing for `patienceMs()`, counting only
 * the time in which this process ran. Without this, a connection to a host that is gone stays open
 * until TCP gives up, which takes a quarter of an hour.
 */
export function destroyWhenSilent(
  socket: Socket,
  options: { owesAnswer(): boolean; patienceMs(): number },
): void {
  let bytesRead = 0;
  let silentMs = 0;
  // A tick that was due several times while the process was stopped comes once.
  const timer = setInterval(() => {
    const isSilent = options.owesAnswer() && socket.bytesRead === bytesRead;
    bytesRead = socket.bytesRead;
    silentMs = isSilent ? silentMs + TICK_MS : 0;
    const patienceMs = options.patienceMs();
    if (silentMs >= patienceMs) {
      socket.destroy(new Error(`Connection terminated: no answer for ${patienceMs} ms`));
    }
  }, TICK_MS);
  timer.unref();
  socket.once("close", () => clearInterval(timer));
}
