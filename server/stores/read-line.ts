import type { Socket } from "node:net";

/**
 * The first line that arrives on a socket; what follows it is thrown away. Fails when the line is
 * longer than allowed, when it is not there in time, and when the other side ends before it.
 */
export function readLine(
  socket: Socket,
  limits: { maxBytes: number; withinMs?: number },
): Promise<string> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (message: string) => {
      cleanUp();
      fail(new Error(message));
    };
    const onEnd = () => stop("The other side ended before it had said all.");
    const onData = (chunk: Buffer) => {
      const end = chunk.indexOf("\n");
      chunks.push(end < 0 ? chunk : chunk.subarray(0, end));
      size += chunk.length;
      if (size > limits.maxBytes) stop(`A message may have at most ${limits.maxBytes} bytes.`);
      else if (end >= 0) {
        cleanUp();
        done(Buffer.concat(chunks).toString("utf8"));
      }
    };
    const timer =
      limits.withinMs && setTimeout(() => stop("Nothing was said in time."), limits.withinMs);
    function cleanUp(): void {
      if (timer) clearTimeout(timer);
      socket.off("data", onData).off("end", onEnd).off("close", onEnd);
      socket.resume();
    }
    socket.on("data", onData).on("end", onEnd).on("close", onEnd);
  });
}
