import { z } from "zod";
import type { Ctx } from "../../core/kernel/actor";
import { pageOf } from "../../core/kernel/paging";
import { browseKeys, KeyBrowse } from "../../core/keys/browse";
import { setKeyNetworks } from "../../core/keys/edit";
import { burstOf } from "../../core/keys/limits";
import { issueKey, revokeKey, setKeyLimit } from "../../core/keys/mutations";
import { getKey } from "../../core/keys/queries";
import { ApiKey, KeyIssue, KeyNetworks, PerMinute, RevokeAfter } from "../../core/keys/schema";
import type { KeyView } from "../../core/keys/view";
import { findPartnerId } from "../../core/partners/queries";
import { TRIMMED } from "../../core/values/text";
import { Instant, Timestamp } from "../../core/values/time";
import { type Endpoint, platformEndpoint } from "../endpoint";
import {
  codeOf,
  ForPartner,
  InPartner,
  PARTNER_NOT_FOUND,
  PARTNER_TERMINATED,
  PartnerFilter,
  partnerOrAll,
  withPartner,
} from "./partner-code";
import { PARTNERS_KEYS as TAG } from "./tags";

/** A partner's key: as the partners' API has it, and what operators see. */
export const Key = ApiKey.extend({
  ...InPartner,
  masked: z.string().describe("Its first and last characters, by which people know it"),
  status: z
    .enum(["active", "revoked", "expired"])
    .describe("Whether it can be used. One that is scheduled to be revoked is active until then"),
  hasOwnLimit: z.boolean().describe("Whether `per_minute` was set for it; false: the default"),
  replacesId: z.string().nullable().describe("The key that it replaces, after a rotation"),
  revokedAt: Timestamp.nullable().describe("When it was revoked; null if it wasn't"),
  revokedBy: z
    .string()
    .nullable()
    .describe(
      "The person or system that revoked it, or scheduled that: an email address, a key's ID, or `operator`",
    ),
  lastUsedAt: Timestamp.nullable().describe("When it was last used; null: never"),
  lastUsedAddress: z.string().nullable().describe("From which address"),
  leakedAt: Timestamp.nullable().describe(
    "When it was first reported as found in public; null if it wasn't, or that was dismissed",
  ),
  createdBy: z
    .string()
    .describe("The person or system that created it: an email address, a key's ID, or `operator`"),
});

const KeyWithPlaintext = Key.extend({
  plaintext: z
    .string()
    .nullable()
    .describe(
      "The key itself, which only this response has. Null in replays after ten minutes, and for other platform keys",
    ),
});

const EXAMPLE_AT = "2026-11-21T09:30:00.000Z";
export const KEY_EXAMPLE = {
  id: "key_01jd5n8k3v0000000000000000",
  label: "Production",
  scopes: ["accounts:read", "payouts:read"],
  per_minute: 300,
  burst: 50,
  allowed_networks: ["203.0.113.0/24"],
  expires_at: null,
  revokes_at: null,
  created_at: EXAMPLE_AT,
  partner: "acme",
  masked: "rsk_0123...wxyz",
  status: "active",
  has_own_limit: false,
  replaces_id: null,
  revoked_at: null,
  revoked_by: null,
  last_used_at: null,
  last_used_address: null,
  leaked_at: null,
  created_by: "operator",
};

export const KEY_PARAMS = { id: "The key's ID; starts with `key_`" };
export const KEY_NOT_FOUND = { not_found: { error: "API key not found." } };
const CAP_REACHED = {
  error: "You've reached the limit of 50 active keys. Revoke one or contact support.",
  details: { limit: 50 },
};

function described({ state, ...key }: KeyView & { partner: string }): z.input<typeof Key> {
  const isScheduled = state === "retiring";
  return {
    ...key,
    masked: `${key.head}...${key.tail}`,
    status: isScheduled ? "active" : state,
    burst: burstOf(key.perMinute),
    revokesAt: isScheduled ? key.revokedAt : null,
    revokedAt: isScheduled ? null : key.revokedAt,
  };
}

const ONE_KEY = { tag: TAG, params: KEY_PARAMS, returns: Key, etag: true } as const;
const CHANGE = { ...ONE_KEY, scope: "keys:write" } as const;

/** A key as this API returns it. */
export async function keyOnWire(ctx: Ctx, key: KeyView): Promise<z.input<typeof Key>> {
  return described({ ...key, partner: await codeOf(ctx, key.partnerId) });
}

/** The fields of a new key. */
export const KEY_FIELDS = {
  label: KeyIssue.shape.label.describe(`The key's name. ${TRIMMED}`),
  scopes: KeyIssue.shape.scopes.describe("Scopes of the partners' API, and of your own"),
  expiresAt: Instant.nullish().describe("When it expires; never if null or omitted"),
  allowedNetworks: KeyIssue.shape.allowedNetworks.describe(
    "IP addresses or CIDR ranges that it can be used from; omitted or empty: from anywhere",
  ),
  perMinute: PerMinute.nullish().describe(
    "Requests per minute that it can send; null or omitted: the default",
  ),
};

const listKeys = platformEndpoint({
  id: "listKeys",
  tag: TAG,
  route: "GET /keys",
  summary: "List keys",
  description:
    "Returns the keys of all partners or of one, newest first, also those that were revoked or have expired.",
  scope: "keys:read",
  query: KeyBrowse.extend(PartnerFilter),
  returns: pageOf(Key),
  names: { query: "KeyQuery", returns: "KeyList" },
  failures: PARTNER_NOT_FOUND,
  example: { data: [KEY_EXAMPLE], next_cursor: null },
  run: async ({ ctx, query: { partner, ...query } }) => {
    const page = await browseKeys(ctx, { partnerId: await partnerOrAll(ctx, partner), ...query });
    return { ...page, data: (await withPartner(ctx, page.data)).map(described) };
  },
});

// In the console, operators create a partner's first key only, and the partner's people the others.
// A system may create each, as the command line may: with it, a company hands out keys in its own
// dashboard. The key has no access beyond its partner's, and its creation is in the partner's feed.
const createKey = platformEndpoint({
  id: "createKey",
  tag: TAG,
  route: "POST /keys",
  summary: "Create a key for a partner",
  description:
    "The response has the key itself in `plaintext`. It is shown only once, and for 10 minutes in replays for an `Idempotency-Key` to the same platform key.",
  scope: "keys:write",
  body: z.strictObject({ ...ForPartner, ...KEY_FIELDS }),
  returns: KeyWithPlaintext,
  shownOnce: "plaintext",
  names: { body: "KeyCreate", returns: "KeyWithPlaintext" },
  status: 201,
  location: ({ id }) => `/keys/${id}`,
  failures: { ...PARTNER_NOT_FOUND, conflict: CAP_REACHED },
  example: { ...KEY_EXAMPLE, plaintext: "rsk_0123456789abcdefghijklmnopqrstuvwxyz" },
  bodyExample: {
    partner: "acme",
    label: "Production",
    scopes: ["accounts:read", "payouts:read"],
    allowed_networks: ["203.0.113.0/24"],
  },
  run: async ({ ctx, body: { partner, ...wanted } }) => {
    const partnerId = await findPartnerId(ctx, { code: partner });
    const { perMinute = null, ...input } = wanted;
    const { key, plaintext } = await issueKey(ctx, { partnerId, ...input, perMinute });
    return { ...(await keyOnWire(ctx, key)), plaintext };
  },
});

const getKeyById = platformEndpoint({
  id: "getKey",
  ...ONE_KEY,
  route: "GET /keys/{id}",
  summary: "Retrieve a key",
  scope: "keys:read",
  names: { returns: "Key" },
  failures: KEY_NOT_FOUND,
  example: KEY_EXAMPLE,
  run: async ({ ctx, params }) => keyOnWire(ctx, await getKey(ctx, { keyId: params.id })),
});

const revokeKeyById = platformEndpoint({
  id: "revokeKey",
  ...CHANGE,
  route: "POST /keys/{id}/revoke",
  summary: "Revoke a key",
  description:
    "At once, or after a grace period, which a repeat can shorten but not extend. No server accepts the key any more when the response to `now` arrives. Revoking it again changes nothing.",
  body: z.strictObject({ after: RevokeAfter.describe("How long it can still be used") }),
  names: { body: "KeyRevoke", returns: "Key" },
  failures: KEY_NOT_FOUND,
  example: {
    ...KEY_EXAMPLE,
    status: "revoked",
    revoked_at: EXAMPLE_AT,
    revoked_by: "operator",
  },
  bodyExample: { after: "now" },
  run: async ({ ctx, params, body }) =>
    keyOnWire(ctx, await revokeKey(ctx, { keyId: params.id, ...body })),
});

const setLimit = platformEndpoint({
  id: "setKeyLimit",
  ...CHANGE,
  route: "PUT /keys/{id}/limit",
  summary: "Set a key's rate limit",
  description: "Takes effect at the key's next request.",
  body: z.strictObject({
    perMinute: PerMinute.nullable().describe("Requests per minute; null: the default"),
  }),
  names: { body: "KeyLimitSet", returns: "Key" },
  failures: { ...KEY_NOT_FOUND, ...PARTNER_TERMINATED },
  example: { ...KEY_EXAMPLE, per_minute: 1_200, has_own_limit: true, burst: 200 },
  bodyExample: { per_minute: 1_200 },
  run: async ({ ctx, params, body }) =>
    keyOnWire(ctx, await setKeyLimit(ctx, { keyId: params.id, ...body })),
});

// As `latchkey key networks`. The console asks a partner's people for a fresh proof before they
// widen the ranges; a system has none to give, and could create a key without ranges instead.
const setNetworks = platformEndpoint({
  id: "setKeyNetworks",
  ...CHANGE,
  route: "PUT /keys/{id}/networks",
  summary: "Set the addresses that a key can be used from",
  description: "Takes effect at the key's next request.",
  body: z.strictObject({
    allowedNetworks: KeyNetworks.shape.allowedNetworks.describe(
      "IP addresses or CIDR ranges; empty: from anywhere",
    ),
  }),
  names: { body: "KeyNetworksSet", returns: "Key" },
  failures: { ...KEY_NOT_FOUND, conflict: { error: "Only active keys can be edited." } },
  example: KEY_EXAMPLE,
  bodyExample: { allowed_networks: ["203.0.113.0/24"] },
  run: async ({ ctx, params, body }) =>
    keyOnWire(ctx, await setKeyNetworks(ctx, { keyId: params.id, ...body, mayWiden: true })),
});

export const PLATFORM_KEY_ENDPOINTS: readonly Endpoint[] = [
  listKeys,
  createKey,
  getKeyById,
  revokeKeyById,
  setLimit,
  setNetworks,
];
