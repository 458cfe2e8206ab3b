import { createAuthenticators } from "../../auth/authenticators";
import { createKeptSeals, type Secrets } from "../../auth/seals";
import { createWebhookSecrets } from "../../auth/webhook-secrets";
import { counted } from "../../core/values/phrases";
import type { Env } from "../../env";
import type { SealedRows } from "../../stores/examine-postgres";
import { type Finding, ok, warning } from "./finding";

const KINDS = {
  secondFactors: {
    noun: "two-factor secret",
    keyOf: (secrets: Secrets) => createAuthenticators(secrets).sealedBy,
  },
  webhookSecrets: {
    noun: "webhook secret",
    keyOf: (secrets: Secrets) => createWebhookSecrets(secrets).sealedBy,
  },
  payoutDetails: {
    noun: "payout details version",
    keyOf: (secrets: Secrets) => createKeptSeals(secrets, "payout details").sealedBy,
  },
} satisfies Record<SealedRows["of"], unknown>;

const ADVICE =
  "Set NEXTAUTH_SECRET_PREVIOUS to the secret of that time, for example of the backup's, and restart the servers: they encrypt everything with the new one.";

/** Whether the secrets in the environment open what is encrypted in the database. */
export function secretFindings(sealed: readonly SealedRows[], env: Env): Finding[] {
  const { authSecret, previousSecret } = env;
  if (authSecret === null) return [];
  const secrets = previousSecret === null ? [authSecret] : [authSecret, previousSecret];
  const unreadable = Object.entries(KINDS).flatMap(([of, { noun, keyOf }]) => {
    const known = secrets.map((secret) => keyOf([secret]));
    const rows = sealed.filter((one) => one.of === of && !known.includes(one.by));
    const count = rows.reduce((sum, one) => sum + one.rows, 0);
    return count === 0 ? [] : [counted(count, noun)];
  });
  if (unreadable.length === 0) return [ok("encrypted data", "can be read")];
  const says = `encrypted with another NEXTAUTH_SECRET: ${unreadable.join(", ")}`;
  return [warning("encrypted data", says, ADVICE)];
}
