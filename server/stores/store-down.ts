/** What a store answers when it cannot be reached, is shutting down or has no connection left. */
const DOWN_CODES = new Set([
  // Prisma: unreachable, timed out, connection closed, no connection from the pool in time.
  ...["P1001", "P1002", "P1008", "P1011", "P1017", "P2024", "P2037"],
  // Too slow: a transaction or a statement that was given up.
  ...["P2028", "57014"],
  // Sockets.
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  ...["ENOTFOUND", "EAI_AGAIN"],
  // PostgreSQL: shutting down, crashed, starting, too many connections, read-only after a failover.
  ...["57P01", "57P02", "57P03", "53300", "25006"],
  // PostgreSQL ended the session: idle, idle in a transaction, or its transaction took too long. So it
  // does while this process is stopped.
  ...["57P05", "25P03", "25P04"],
  // The disk, the memory or another of its resources is used up.
  ...["53000", "53100", "53200", "53400"],
]);

/** The same, as adapter-pg names it. */
const DOWN_KINDS = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TooManyConnections",
  "TlsConnectionError",
]);

/** pg reports a lost or late connection as a bare Error: its message is all there is to go by. */
const DOWN_MESSAGES =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Unable to start a transaction in the given time|connect ENOENT|Server has closed the connection/;

/** Wrapped errors that are looked through, so that a cycle ends. */
const MAX_DEPTH = 5;

/**
 * An error and the errors that it wraps, outermost first. Prisma, its driver adapter and pg each wrap
 * in a field of their own.
 */
export function* layersOf(error: unknown, depth = 0): Generator<object> {
  if (typeof error !== "object" || error === null || depth > MAX_DEPTH) return;
  yield error;
  const wrapping = error as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
  yield* layersOf(wrapping.cause, depth + 1);
  yield* layersOf(wrapping.meta?.driverAdapterError, depth + 1);
}

type TextField = "code" | "kind" | "message" | "originalCode";

/** A field of an error as text; empty where it has none. */
export function textOf(error: object, field: TextField): string {
  const value = (error as Record<string, unknown>)[field];
  return typeof value === "string" ? value : "";
}

const codesOf = (error: object) => [textOf(error, "code"), textOf(error, "originalCode")];

/** PostgreSQL's codes for a missing table, column and schema, and Prisma's. */
const BEHIND_CODES = new Set(["42P01", "42703", "3F000", "P2021", "P2022"]);

/**
 * Whether an error means that the database lacks the schema of this release: a migration is missing,
 * or a restore is under way.
 */
export function isSchemaBehind(error: unknown): boolean {
  return [...layersOf(error)].some((layer) =>
    codesOf(layer).some((code) => BEHIND_CODES.has(code)),
  );
}

/**
 * Whether an error means that a store is unavailable, so that the same call may succeed later; a
 * database that has not been migrated yet counts as well. Reads the error's fields, since its class
 * differs between bundles. A refused value or a conflict is false.
 */
export function isStoreDown(error: unknown): boolean {
  return [...layersOf(error)].some(
    (layer) =>
      codesOf(layer).some(
        (code) => DOWN_CODES.has(code) || BEHIND_CODES.has(code) || code.startsWith("08"),
      ) ||
      DOWN_KINDS.has(textOf(layer, "kind")) ||
      DOWN_MESSAGES.test(textOf(layer, "message")),
  );
}
