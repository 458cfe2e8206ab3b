import { relative, resolve } from "node:path";

/** The room for a path in a Unix socket's address on macOS; Linux has four bytes more. */
const MAX_BYTES = 103;

const fits = (path: string) => Buffer.byteLength(path) <= MAX_BYTES;

/**
 * A spelling of `path` short enough for a Unix socket: absolute, or relative to the working folder.
 * Null where neither fits; a longer one would be cut without a word, and the socket appear elsewhere.
 */
export function socketPath(path: string): string | null {
  return [resolve(path), `./${relative(process.cwd(), path)}`].find(fits) ?? null;
}
