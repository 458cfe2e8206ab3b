import { hostname } from "node:os";
import { inspect } from "node:util";
import pino from "pino";
import type { Log } from "../core/kernel/ports";
import { withoutRepeats } from "./repeats";
import { withRequestNames } from "./request-scope";

// Field names under which a secret could be logged by mistake.
const SECRET_FIELDS = [
  "authorization",
  "cookie",
  "password",
  "token",
  "plaintext",
  "key",
  "secret",
];

/** Limits texts, because library errors quote client input in full. */
const MAX_TEXT_LENGTH = 2_000;

/** Truncates a text to MAX_TEXT_LENGTH characters. */
export function bounded(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}...`;
}

/** An error as pino serializes it, with each text truncated. */
function boundedError(error: Error): object {
  const fields = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === "string" ? bounded(value) : value]),
  );
}

/**
 * Structured log lines, by default on stderr: stdout is for output to people. Each line has the
 * host and the process, and during a request its method and route. A repeated warning or error is
 * written once a second, with a count.
 */
export function createLog(level: string, destination = openStderr()): Log {
  // Add the names first: a repeated line is written by a timer, outside any request.
  return withRequestNames(withoutRepeats(createLines(level, destination)));
}

/** Logs the error that ends the process, whatever LOG_LEVEL is. Returns when it is written. */
export function logFatal(error: unknown, cause: string, destination = openStderr()): void {
  const lines = createLines("fatal", destination);
  lines.fatal({ err: asError(error), cause }, "the process ends: an error was not caught");
}

/** Whatever was thrown, as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(inspect(thrown));
}

const openStderr = (): pino.DestinationStream => pino.destination({ fd: 2, sync: true });

function createLines(level: string, destination: pino.DestinationStream): pino.Logger {
  const paths = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const base = { instance: hostname(), pid: process.pid };
  const redact = { paths, censor: "[redacted]" };
  const serializers = { err: boundedError };
  return pino({ level, redact, serializers, base }, destination);
}
