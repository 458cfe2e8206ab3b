import { z } from "zod";
import { inOrder, MAX_KEY_SCOPES } from "../kernel/scopes";
import { MAX_SCOPE_NAME } from "../scopes/schema";
import { MAX_NETWORK_LENGTH, networkText } from "../values/networks";
import { Id, Label } from "../values/text";
import { Timestamp } from "../values/time";
import { MAX_NETWORKS, MAX_PER_MINUTE } from "./limits";

const TOO_MANY = `Must be at most ${MAX_KEY_SCOPES} scopes.`;

/**
 * Names of scopes: ours in their usual order, then the company's own, without duplicates. Whether
 * they are defined is checked where they are given to a key.
 */
const Scopes = z
  .array(z.string().max(MAX_SCOPE_NAME))
  .max(2 * MAX_KEY_SCOPES, TOO_MANY)
  .transform(inOrder)
  .refine((names) => names.length <= MAX_KEY_SCOPES, TOO_MANY);

/** JavaScript writes years of more than four digits in a form that PostgreSQL can't read. */
const Expiry = z.coerce
  .date()
  .max(new Date("9999-12-31T23:59:59.999Z"), "Must be before the year 10000.");

/** Address ranges in their canonical spelling, without duplicates. None: from anywhere. */
export const AllowedNetworks = z
  .array(z.string().max(200))
  .max(MAX_NETWORKS * 5)
  .transform((texts, context) => {
    const networks = texts
      .map((text) => text.trim())
      .map((text) => ({ text, is: networkText(text) }));
    const unknown = networks.find(({ is }) => is === null);
    if (unknown) {
      const shown = unknown.text.slice(0, MAX_NETWORK_LENGTH);
      context.addIssue(`"${shown}" is not an IP address or a CIDR range such as 203.0.113.0/24.`);
    }
    const known = [...new Set(networks.flatMap(({ is }) => is ?? []))];
    if (known.length > MAX_NETWORKS) context.addIssue(`At most ${MAX_NETWORKS} ranges.`);
    return known;
  });

export const KeyIssue = z.strictObject({
  label: Label,
  scopes: Scopes,
  expiresAt: Expiry.nullish(),
  allowedNetworks: AllowedNetworks.optional(),
});
export type KeyIssue = z.infer<typeof KeyIssue>;

export const PerMinute = z.int().min(1).max(MAX_PER_MINUTE);

/** A key that operators or the company's systems create: with its own limit, or null for the default. */
export const KeyIssueWithLimit = KeyIssue.extend({ perMinute: PerMinute.nullish() });
export type KeyIssueWithLimit = z.infer<typeof KeyIssueWithLimit>;

export const KeyId = z.strictObject({ keyId: Id });

/** The key's own limit; null sets the default. */
export const KeyLimit = KeyId.extend({ perMinute: PerMinute.nullable() });
export type KeyLimit = z.infer<typeof KeyLimit>;

export const KeyRename = KeyId.extend({ label: Label });

export const KeyExpiry = KeyId.extend({ expiresAt: Expiry.nullable() });

/** `mayWiden` allows adding scopes that the key does not have. */
export const KeyScopes = KeyId.extend({
  scopes: Scopes,
  mayWiden: z.boolean().default(false),
});
export type KeyScopes = z.infer<typeof KeyScopes>;

/** `mayWiden` allows addresses that the key may not be used from now. */
export const KeyNetworks = KeyId.extend({
  allowedNetworks: AllowedNetworks,
  mayWiden: z.boolean().default(false),
});
export type KeyNetworks = z.infer<typeof KeyNetworks>;

/** A key, as the API returns it to itself. */
export const ApiKey = z.object({
  id: z.string().describe("Key ID; starts with `key_`"),
  label: z.string().describe("The key's name"),
  scopes: z
    .array(z.string())
    .describe("Scopes of the key: of this API, and of other APIs that the platform offers"),
  perMinute: z.int().describe("Requests per minute that the key can send in the long run"),
  burst: z.int().describe("Requests that the key can send at once after a pause"),
  allowedNetworks: z
    .array(z.string())
    .describe("CIDR ranges that the key can be used from; empty if from anywhere"),
  expiresAt: Timestamp.nullable().describe("When the key expires; null if it doesn't"),
  revokesAt: Timestamp.nullable().describe(
    "When the key is scheduled to be revoked, for example after a rotation; null if it isn't",
  ),
  createdAt: Timestamp.describe("When the key was created"),
});
export type ApiKey = z.input<typeof ApiKey>;

/** Delays until a key is revoked. */
export const REVOKE_AFTER_MS = { now: 0, "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000 };
export const RevokeAfter = z.enum(["now", "1h", "24h", "7d"]);
export type RevokeAfter = z.infer<typeof RevokeAfter>;

export const KeyRevoke = KeyId.extend({ after: RevokeAfter });
export type KeyRevoke = z.infer<typeof KeyRevoke>;
