import { relative, resolve } from "node:path";

/** The longest path of a Unix socket on macOS, in bytes; Linux allows four more. */
const MAX_BYTES = 103;

const fits = (path: string) => Buffer.byteLength(path) <= MAX_BYTES;

/**
 * A form of `path` short enough for a Unix socket: absolute, or relative to the working folder.
 * Null if neither fits: the system would silently truncate it and create the socket elsewhere.
 */
export function socketPath(path: string): string | null {
  return [resolve(path), `./${relative(process.cwd(), path)}`].find(fits) ?? null;
}
