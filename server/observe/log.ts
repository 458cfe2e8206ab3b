import { hostname } from "node:os";
import pino from "pino";
import type { Log } from "../core/ports";
import { withoutRepeats } from "./repeats";

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

/**
 * Structured log lines on stderr, unless told; stdout stays for what people read. Each line names the
 * machine and the process. The same warning or error is written once a second, with a count.
 */
export function createLog(
  level: string,
  destination: pino.DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  const paths = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const base = { instance: hostname(), pid: process.pid };
  return withoutRepeats(
    pino({ level, redact: { paths, censor: "[redacted]" }, base }, destination),
  );
}
