import { hostname } from "node:os";
import pino from "pino";
import type { Log } from "../core/ports";
import { withoutRepeats } from "./repeats";
import { withRequestNames } from "./request-scope";

// The names under which a secret could reach a log line by mistake.
const SECRET_FIELDS = [
  "authorization",
  "cookie",
  "password",
  "token",
  "plaintext",
  "key",
  "secret",
];

/** Errors of libraries quote what clients sent, at its full length. */
const MAX_TEXT_LENGTH = 2_000;

/** The text, cut at MAX_TEXT_LENGTH characters. */
export function bounded(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}...`;
}

/** An error as pino writes it, with each of its texts cut. */
function boundedError(error: Error): object {
  const fields = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === "string" ? bounded(value) : value]),
  );
}

/**
 * Structured log lines on stderr, unless told; stdout stays for what people read. Each line names the
 * machine and the process, and those of a request its method and route. The same warning or error is
 * written once a second, with a count.
 */
export function createLog(
  level: string,
  destination: pino.DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  const paths = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const base = { instance: hostname(), pid: process.pid };
  const redact = { paths, censor: "[redacted]" };
  const serializers = { err: boundedError };
  const lines = pino({ level, redact, serializers, base }, destination);
  // The names first: a repeated line is written by a timer, which belongs to no request.
  return withRequestNames(withoutRepeats(lines));
}
