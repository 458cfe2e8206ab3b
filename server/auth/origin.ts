import type { Log } from "../core/kernel/ports";

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
    if (!origin) return "The Origin header is missing.";
    const name = publicUrl ? "NEXTAUTH_URL" : "the Host header";
    log.warn({ origin, expected }, `request rejected: Origin does not match ${name}`);
    return `The origin ${origin} does not match ${name} (${expected}).`;
  };
}
