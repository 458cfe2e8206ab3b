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

/** An error wraps another in these fields, depending on which layer it came through. */
function inner(error: object): unknown[] {
  const wrapping = error as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
  return [wrapping.cause, wrapping.meta?.driverAdapterError];
}

function textOf(error: object, field: "code" | "kind" | "message" | "originalCode"): string {
  const value = (error as Record<string, unknown>)[field];
  return typeof value === "string" ? value : "";
}

/** PostgreSQL's codes for a missing table, column and schema, and Prisma's. */
const BEHIND_CODES = new Set(["42P01", "42703", "3F000", "P2021", "P2022"]);

/**
 * Whether an error means that the database has not got the schema of this release: a migration is
 * missing, or a restore is under way.
 */
export function isSchemaBehind(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const codes = [textOf(error, "code"), textOf(error, "originalCode")];
  return (
    codes.some((code) => BEHIND_CODES.has(code)) ||
    inner(error).some((wrapped) => isSchemaBehind(wrapped, depth + 1))
  );
}

/**
 * Whether an error means that a store is away, so that the same call may succeed later; a database that
 * is still to be migrated counts as well. Goes by the error's looks, since its class differs between
 * bundles. A refused value or a conflict is false.
 */
export function isStoreDown(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const codes = [textOf(error, "code"), textOf(error, "originalCode")];
  return (
    codes.some((code) => DOWN_CODES.has(code) || BEHIND_CODES.has(code) || code.startsWith("08")) ||
    DOWN_KINDS.has(textOf(error, "kind")) ||
    DOWN_MESSAGES.test(textOf(error, "message")) ||
    inner(error).some((wrapped) => isStoreDown(wrapped, depth + 1))
  );
}
