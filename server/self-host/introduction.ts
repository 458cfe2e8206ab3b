import type { Env } from "../env";
import { addressWarnings } from "./address-warnings";

/**
 * The text that a server prints once it serves: its URL, and the demo's logins (lines) with a first
 * call, or how the first operator is created.
 */
export function introduction(env: Env, { url, logins }: { url: string; logins: string[] }): string {
  return [
    `\nLatchkey is ready: ${url}\n`,
    ...addressWarnings(env).map(({ says, advice }) => `Warning: ${says}. ${advice}\n`),
    ...(logins.length > 0 ? [...logins, ...firstCall(url)] : FIRST_OPERATOR),
    "",
  ].join("\n");
}

const firstCall = (url: string) => [
  "Click “New key” on the API keys page, then call the API with it:",
  `  curl -H "Authorization: Bearer rsk_..." ${url}/api/v1/reseller/me`,
];

const FIRST_OPERATOR = [
  "If nobody can sign in yet, create an operator, whose start page leads through the first steps:",
  "  npm run --silent latchkey -- operator create --email EMAIL",
];
