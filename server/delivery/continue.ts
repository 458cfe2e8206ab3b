import type { Socket } from "node:net";

const [ONE, TWO, CR, LF] = [49, 50, 13, 10];
/** The positions of the first and last digit of the status in "HTTP/1.1 100". */
const [FIRST, LAST] = [9, 11];

/**
 * undici ends a connection when 100 arrives that it hasn't asked for, but a client must accept it
 * (RFC 9110, 15.2). It accepts 102, which also means to wait for the response, so that is what it
 * reads. Its own option to expect 100 would send a header to receivers that know nothing of it.
 */
export function acceptContinue(socket: Socket): Socket {
  const { read, write } = socket;
  let heads = createHeadReader();
  return Object.assign(socket, {
    read(...args: unknown[]) {
      const bytes = Reflect.apply(read, socket, args);
      if (bytes !== null) heads(bytes);
      return bytes;
    },
    // Requests come one after the other: what is written begins the next one.
    write(...args: unknown[]) {
      heads = createHeadReader();
      return Reflect.apply(write, socket, args);
    },
  });
}

/** Reads the heads of informational responses, wherever a part ends, up to the final response. */
function createHeadReader(): (bytes: Uint8Array) => void {
  let at = 0;
  let status = "";
  let isFinal = false;
  let isLineEmpty = false;
  const next = (bytes: Uint8Array, index: number) => {
    const byte = bytes[index] ?? 0;
    if (at === FIRST && byte !== ONE) isFinal = true;
    if (at >= FIRST && at <= LAST) status += String.fromCharCode(byte);
    if (at === LAST && status === "100") bytes[index] = TWO;
    at += 1;
    if (byte === LF && isLineEmpty) {
      at = 0;
      status = "";
    }
    if (byte !== CR) isLineEmpty = byte === LF;
  };
  return (bytes) => {
    for (let index = 0; index < bytes.length && !isFinal; index++) next(bytes, index);
  };
}
