import { isLoopback } from "../core/values/addresses";
import type { Env } from "../env";

type Settings = Pick<Env, "publicUrl" | "host" | "trustProxy">;
type Warning = { says: string; advice: string };

/** Warnings about the way to this server, which has no HTTPS itself. */
export function addressWarnings({ publicUrl, host, trustProxy }: Settings): Warning[] {
  if (publicUrl === null) return [];
  const { protocol, hostname } = new URL(publicUrl);
  const isHttps = protocol === "https:";
  // Other machines cannot reach a loopback HOST directly.
  const isProxied = isHttps || (isLoopback(host) && !isLoopback(hostname));
  return [
    ...(isProxied && trustProxy === null ? [UNTRUSTED_PROXY] : []),
    ...(isHttps || isLoopback(hostname) ? [] : [UNENCRYPTED]),
  ];
}

const UNTRUSTED_PROXY = {
  says: "the server is behind a proxy, but TRUST_PROXY is not set",
  advice:
    "Set TRUST_PROXY to 1 if there is one proxy in front of the servers. Otherwise all clients appear with the proxy's IP address in sign-in limits, the request log and the audit log.",
};

const UNENCRYPTED = {
  says: "NEXTAUTH_URL does not begin with https://",
  advice:
    "Put a proxy with HTTPS in front of the servers, and set NEXTAUTH_URL to its address. Otherwise passwords, sessions and API keys can be read on their way.",
};
