/** Codes of a store that is unreachable, shutting down or out of connections. */
const DOWN_CODES = new Set([
  // Prisma: unreachable, timed out, connection closed, no connection from the pool in time.
  ...["P1001", "P1002", "P1008", "P1011", "P1017", "P2024", "P2037"],
  // Timeouts of a transaction or a statement.
  ...["P2028", "57014"],
  // Sockets.
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  ...["ENOTFOUND", "EAI_AGAIN"],
  // PostgreSQL: shutting down, crashed, starting, too many connections, read-only after a failover.
  ...["57P01", "57P02", "57P03", "53300", "25006"],
  // A deadlock, a conflict or a lock that was not given in time rolled the transaction back.
  ...["P2034", "40P01", "40001", "55P03"],
  // PostgreSQL ended the session: idle, idle in a transaction, or a transaction that took too long.
  // This happens while this process is suspended.
  ...["57P05", "25P03", "25P04"],
  // The disk, memory or another of its resources is exhausted.
  ...["53000", "53100", "53200", "53400"],
]);

/** The same, under adapter-pg's names. */
const DOWN_KINDS = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TooManyConnections",
  "TlsConnectionError",
]);

/** pg reports a lost or late connection as a plain Error, recognizable only by its message. */
const DOWN_MESSAGES =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Unable to start a transaction in the given time|connect ENOENT|Server has closed the connection|is not currently accepting connections/;

/** How many levels of wrapped errors are searched; guards against cycles. */
const MAX_DEPTH = 5;

/**
 * An error and the errors that it wraps, outermost first. Prisma, its driver adapter and pg each
 * use a different field.
 */
export function* layersOf(error: unknown, depth = 0): Generator<object> {
  if (typeof error !== "object" || error === null || depth > MAX_DEPTH) return;
  yield error;
  const wrapping = error as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
  yield* layersOf(wrapping.cause, depth + 1);
  yield* layersOf(wrapping.meta?.driverAdapterError, depth + 1);
}

type TextField = "code" | "hostname" | "kind" | "message" | "originalCode";

/** A field of an error as text; empty if missing. */
export function textOf(error: object, field: TextField): string {
  const value = (error as Record<string, unknown>)[field];
  return typeof value === "string" ? value : "";
}

const codesOf = (error: object) => [textOf(error, "code"), textOf(error, "originalCode")];

/** PostgreSQL's codes for a missing table, column and schema, and Prisma's. */
const BEHIND_CODES = new Set(["42P01", "42703", "3F000", "P2021", "P2022"]);
/** The same of a missing database: it is being replaced by a restored one. */
const REPLACED_CODES = new Set(["3D000", "P1003"]);

/**
 * Whether an error means that the database lacks this release's schema: a migration is missing, or
 * a restore is running.
 */
export function isSchemaBehind(error: unknown): boolean {
  return [...layersOf(error)].some((layer) =>
    codesOf(layer).some((code) => BEHIND_CODES.has(code)),
  );
}

/**
 * Whether an error means that a store is unavailable, so that the same call may succeed later. A
 * database that is not migrated yet counts too. Checks fields rather than classes, which differ
 * between bundles. False for a refused value or a conflict.
 */
export function isStoreDown(error: unknown): boolean {
  return [...layersOf(error)].some(
    (layer) =>
      codesOf(layer).some(
        (code) =>
          DOWN_CODES.has(code) ||
          BEHIND_CODES.has(code) ||
          REPLACED_CODES.has(code) ||
          code.startsWith("08"),
      ) ||
      DOWN_KINDS.has(textOf(layer, "kind")) ||
      DOWN_MESSAGES.test(textOf(layer, "message")),
  );
}
