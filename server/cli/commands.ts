import type { Command } from "./command";
import { DOCTOR_COMMANDS } from "./nouns/doctor";
import { EVENT_COMMANDS, EVENT_STEPS } from "./nouns/events";
import { IMPORT_COMMANDS, IMPORT_STEPS } from "./nouns/import";
import { KEY_COMMANDS } from "./nouns/key";
import { LIMIT_REQUEST_COMMANDS } from "./nouns/limit-request";
import { MIGRATE_COMMANDS } from "./nouns/migrate";
import { OPERATOR_COMMANDS } from "./nouns/operator";
import { PARTNER_COMMANDS } from "./nouns/partner";
import { PAYOUT_COMMANDS } from "./nouns/payout";
import { RECEIVER_COMMANDS } from "./nouns/receiver";
import { USER_COMMANDS } from "./nouns/user";
import { DELIVER_COMMANDS, WEBHOOK_COMMANDS } from "./nouns/webhook";

/** The nouns and their descriptions in the help text. */
export const NOUNS = {
  partner: "manage partners",
  key: "manage API keys",
  "limit-request": "review requests for rate limit increases",
  payout: "manage payouts",
  import: "import customers, charges and products",
  webhook: "manage the platform's webhook endpoints",
  user: "manage partner users",
  operator: "manage operators",
} as const;

/** Every command, in the order of the help text. */
export const COMMANDS: readonly Command[] = [
  ...PARTNER_COMMANDS,
  ...KEY_COMMANDS,
  ...LIMIT_REQUEST_COMMANDS,
  ...PAYOUT_COMMANDS,
  ...IMPORT_COMMANDS,
  ...EVENT_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...USER_COMMANDS,
  ...OPERATOR_COMMANDS,
  ...DELIVER_COMMANDS,
  ...RECEIVER_COMMANDS,
  ...MIGRATE_COMMANDS,
  ...DOCTOR_COMMANDS,
];

/** The command with this name; null if there is none. */
export function findCommand(name: string): Command | null {
  return (
    [...COMMANDS, ...IMPORT_STEPS, ...EVENT_STEPS].find((command) => command.name === name) ?? null
  );
}
