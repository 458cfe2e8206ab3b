import type { Env } from "../env";
import { proxyWarning } from "./proxy-warning";

/** The text that a server prints once it serves: its URL, the demo's logins (lines), and a first call. */
export function introduction(env: Env, { url, logins }: { url: string; logins: string[] }): string {
  const warning = proxyWarning(env);
  return [
    `\nLatchkey is ready: ${url}\n`,
    ...(warning ? [`Warning: ${warning.says}. ${warning.advice}\n`] : []),
    ...logins,
    "Press “New key” on the API keys page, then call the API with it:",
    `  curl -H "Authorization: Bearer rsk_..." ${url}/api/v1/reseller/me`,
    "",
  ].join("\n");
}
