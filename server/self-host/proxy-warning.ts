import { isLoopback } from "../core/values/addresses";
import type { Env } from "../env";

/**
 * A warning if the settings show an untrusted proxy in front of this server; null otherwise. This
 * server has no HTTPS, and other machines cannot reach a loopback HOST directly.
 */
export function proxyWarning({
  publicUrl,
  host,
  trustProxy,
}: Pick<Env, "publicUrl" | "host" | "trustProxy">): { says: string; advice: string } | null {
  if (publicUrl === null || trustProxy !== null) return null;
  const { protocol, hostname } = new URL(publicUrl);
  const isProxied = protocol === "https:" || (isLoopback(host) && !isLoopback(hostname));
  if (!isProxied) return null;
  return {
    says: "the server is behind a proxy, but TRUST_PROXY is not set",
    advice:
      "Set TRUST_PROXY to 1 if there is one proxy in front of the servers. Otherwise all clients appear with the proxy's IP address in sign-in limits, the request log and the audit log.",
  };
}
