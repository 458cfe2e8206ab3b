import type { Log } from "../core/ports";

const MAX_SHOWN = 200;

/**
 * Compares the Origin header with the address that browsers use: NEXTAUTH_URL or, without it, the
 * Host header. Returns and logs a message with both addresses if they differ; null if they match.
 */
export function originCheck(options: { publicUrl: string | null; log: Pick<Log, "warn"> }) {
  const { publicUrl, log } = options;
  return (headers: Headers): string | null => {
    const expected = publicUrl ? new URL(publicUrl).origin : `http://${headers.get("host")}`;
    const origin = headers.get("origin")?.slice(0, MAX_SHOWN);
    if (origin === expected) return null;
    if (!origin) return "the Origin header is missing";
    const name = publicUrl ? "NEXTAUTH_URL" : "the server's";
    log.warn({ origin, expected }, `a request came from an address that is not ${name}`);
    return `this address, ${origin}, is not ${name}, ${expected}`;
  };
}
