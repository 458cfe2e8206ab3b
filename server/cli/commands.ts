import type { Command } from "./command";
import { ALERT_COMMANDS } from "./nouns/alerts";
import { CHARGE_COMMANDS } from "./nouns/charges";
import { CUSTOMER_COMMANDS } from "./nouns/customers";
import { DOCTOR_COMMANDS } from "./nouns/doctor";
import { EVENT_COMMANDS, EVENT_STEPS } from "./nouns/events";
import { IMPORT_COMMANDS, IMPORT_STEPS } from "./nouns/imports";
import { ISSUER_COMMANDS } from "./nouns/issuer";
import { KEY_COMMANDS } from "./nouns/keys";
import { LEAK_COMMANDS } from "./nouns/leaks";
import { LIMIT_REQUEST_COMMANDS } from "./nouns/limit-requests";
import { MAIL_COMMANDS } from "./nouns/mail";
import { MIGRATE_COMMANDS } from "./nouns/migrate";
import { OPERATOR_COMMANDS } from "./nouns/operators";
import { PARTNER_COMMANDS } from "./nouns/partners";
import { PAYOUT_DETAILS_COMMANDS } from "./nouns/payout-details";
import { PAYOUT_COMMANDS } from "./nouns/payouts";
import { PLATFORM_KEY_COMMANDS } from "./nouns/platform-keys";
import { PRODUCT_COMMANDS } from "./nouns/products";
import { RECEIVER_COMMANDS } from "./nouns/receiver";
import { SCOPE_COMMANDS } from "./nouns/scopes";
import { SELF_BILLING_COMMANDS } from "./nouns/self-billing";
import { STATEMENT_COMMANDS, STATEMENT_STEPS } from "./nouns/statements";
import { USER_COMMANDS } from "./nouns/team";
import { TERM_COMMANDS } from "./nouns/terms";
import { TRANSFER_COMMANDS } from "./nouns/transfers";
import { DELIVER_COMMANDS, WEBHOOK_COMMANDS } from "./nouns/webhooks";

/** The nouns and their descriptions in the help text. */
export const NOUNS = {
  partner: "manage partners",
  key: "manage API keys",
  "platform-key": "manage keys of your own systems",
  scope: "manage the scopes of your own API",
  leak: "decide about API keys that were found in public",
  product: "manage products and minimum prices",
  customer: "manage partners' customers",
  charge: "view charges, refunds and reversals",
  "limit-request": "review requests for rate limit increases",
  term: "manage revenue shares by month and product",
  payout: "manage payouts",
  "payout-details": "view where partners are paid",
  "self-billing": "view partners' consent to self-billing invoices",
  transfer: "pay what partners are owed",
  issuer: "say who issues the statements of transfers",
  import: "import customers, charges and products",
  webhook: "manage the platform's webhook endpoints",
  alert: "manage partners' alerts about their traffic",
  mail: "list, preview and test mail",
  user: "manage partner users",
  operator: "manage operators",
} as const;

/** Every command, in the order of the help text. */
export const COMMANDS: readonly Command[] = [
  ...PARTNER_COMMANDS,
  ...KEY_COMMANDS,
  ...PLATFORM_KEY_COMMANDS,
  ...SCOPE_COMMANDS,
  ...LEAK_COMMANDS,
  ...PRODUCT_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ...CHARGE_COMMANDS,
  ...LIMIT_REQUEST_COMMANDS,
  ...TERM_COMMANDS,
  ...PAYOUT_COMMANDS,
  ...PAYOUT_DETAILS_COMMANDS,
  ...SELF_BILLING_COMMANDS,
  ...TRANSFER_COMMANDS,
  ...STATEMENT_COMMANDS,
  ...ISSUER_COMMANDS,
  ...IMPORT_COMMANDS,
  ...EVENT_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...ALERT_COMMANDS,
  ...MAIL_COMMANDS,
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
    [...COMMANDS, ...IMPORT_STEPS, ...EVENT_STEPS, ...STATEMENT_STEPS].find(
      (command) => command.name === name,
    ) ?? null
  );
}
