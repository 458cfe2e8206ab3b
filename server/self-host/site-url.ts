import { isIPv6 } from "node:net";
import type { Env } from "../env";

/**
 * The URL at which browsers reach this deployment, without a trailing slash: from the settings, or
 * else on this machine at `port`. The PORT setting may be 0; a running server passes its actual
 * port.
 */
export function siteUrl(env: Env, port = env.port): string {
  if (env.publicUrl !== null) return env.publicUrl;
  const isEverywhere = env.host === "0.0.0.0" || env.host === "::";
  const name = isEverywhere ? "localhost" : isIPv6(env.host) ? `[${env.host}]` : env.host;
  return `http://${name}:${port}`;
}
