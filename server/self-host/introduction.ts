import type { Env } from "../env";
import type { Demo } from "./demo/provide";
import { proxyWarning } from "./proxy-warning";

/** The text that a server prints once it serves: its address, the demo's logins, and a first call. */
export function introduction(env: Env, { url, demo }: { url: string; demo: Demo | null }): string {
  const warning = proxyWarning(env);
  return [
    `\nLatchkey is ready: ${url}\n`,
    ...(warning ? [`Warning: ${warning.says}. ${warning.advice}\n`] : []),
    ...(demo ? describeLogins(demo) : []),
    "Press “New key” on the API keys page, then call the API with it:",
    `  curl -H "Authorization: Bearer rsk_..." ${url}/api/v1/reseller/me`,
    "",
  ].join("\n");
}

function describeLogins({ logins, password, passwordFile }: Demo): string[] {
  if (password === null) {
    return [
      `The URL is public, so the demo operator is disabled. The password of the demo partners is in ${passwordFile}.`,
      "Create an operator: latchkey operator create --email you@example.com",
      "",
    ];
  }
  const lines = logins.map(
    ({ role, email }) => `  ${`demo ${role}`.padEnd(14)} ${email.padEnd(26)} ${password}`,
  );
  return ["Sign in with:", ...lines, ""];
}
