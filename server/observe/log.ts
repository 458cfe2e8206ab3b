import pino from "pino";
import type { Log } from "../core/ports";

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

/** Structured log lines on stderr, unless told; stdout stays for what people read. */
export function createLog(
  level: string,
  destination: pino.DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  const paths = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino({ level, redact: { paths, censor: "[redacted]" }, base: undefined }, destination);
}
