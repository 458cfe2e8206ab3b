import type { Socket } from "node:net";
import { SendFault } from "./fault";

/** More than the headers and the part of the body that are read. */
const MAX_BYTES = 2 ** 20;

/**
 * Ends the connection when a response is longer. undici bounds the headers, and its callers bound
 * the body, but an endless reason or extension of a chunk is neither: it would be read as fast as
 * it arrives until the time for a response is over.
 */
export function boundResponses(socket: Socket): Socket {
  const { read, write } = socket;
  let readBytes = 0;
  return Object.assign(socket, {
    read(...args: unknown[]) {
      const bytes = Reflect.apply(read, socket, args);
      if (bytes === null) return null;
      readBytes += bytes.length;
      if (readBytes <= MAX_BYTES) return bytes;
      socket.destroy(new SendFault("the response is too large"));
      return null;
    },
    // Requests come one after the other: what is written begins the next one.
    write(...args: unknown[]) {
      readBytes = 0;
      return Reflect.apply(write, socket, args);
    },
  });
}
