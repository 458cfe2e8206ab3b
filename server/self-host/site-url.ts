import { isIPv6 } from "node:net";
import type { Env } from "../env";

/**
 * Where browsers reach this deployment, without a trailing slash: as the settings say, or else on
 * this machine at `port`. The setting may be 0; a server knows the port that it got.
 */
export function siteUrl(env: Env, port = env.port): string {
  if (env.publicUrl !== null) return env.publicUrl;
  const isEverywhere = env.host === "0.0.0.0" || env.host === "::";
  const name = isEverywhere ? "localhost" : isIPv6(env.host) ? `[${env.host}]` : env.host;
  return `http://${name}:${port}`;
}
