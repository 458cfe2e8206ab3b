import { z } from "zod";
import { wholeList } from "../../core/kernel/whole-list";
import { setKeyNetworks } from "../../core/keys/edit";
import { limitText } from "../../core/keys/limits";
import { issueKey, revokeKey, setKeyLimit } from "../../core/keys/mutations";
import { KeyIssue } from "../../core/keys/schema";
import type { KeyView } from "../../core/keys/view";
import { getPartnerByCode } from "../../core/partners/queries";
import { command } from "../command";
import {
  ABOUT_SCOPES,
  ExistingCode,
  KeyId,
  Limit,
  LimitOrDefault,
  NetworkList,
  NetworksOrAny,
  PARTNER,
  ScopeList,
  Time,
} from "../fields";
import { IssuedKey, renderIssued } from "../shown-once";
import { minute, tableOr } from "../table";

const KEY_ID = { field: "keyId", shown: "KEY_ID", about: "key ID, as shown by `key list`" };

/** A key in a list. `masked` identifies it for people and gives no access. */
const ListedKey = z.object({
  id: z.string(),
  label: z.string(),
  masked: z.string(),
  scopes: z.array(z.string()),
  perMinute: z.int(),
  hasOwnLimit: z.boolean(),
  allowedNetworks: z.array(z.string()),
  state: z.enum(["active", "retiring", "revoked", "expired"]),
  replacesId: z.string().nullable(),
  createdAt: z.coerce.date(),
  createdBy: z.string(),
  expiresAt: z.coerce.date().nullable(),
  revokedAt: z.coerce.date().nullable(),
  revokedBy: z.string().nullable(),
  lastUsedAt: z.coerce.date().nullable(),
  lastUsedAddress: z.string().nullable(),
  leakedAt: z.coerce.date().nullable(),
});

const listed = (key: KeyView) => ({ ...key, masked: `${key.head}...${key.tail}` });

const issue = command({
  name: "key issue",
  summary: "create an API key",
  options: [
    PARTNER,
    { name: "label", shown: "LABEL", about: "name of the key", isRequired: true },
    { name: "scopes", shown: "A,B", about: ABOUT_SCOPES, isRequired: true },
    {
      name: "expires",
      shown: "TIME",
      about: "expiration time, for example 2027-01-31T00:00:00Z",
      sets: "expiresAt",
    },
    { name: "limit", shown: "N", about: "requests per minute (default: 300)", sets: "perMinute" },
    {
      name: "networks",
      shown: "A,B",
      about: "addresses or CIDR ranges (default: anywhere)",
      sets: "allowedNetworks",
    },
  ],
  example: "latchkey key issue --partner acme --label Billing --scopes accounts:read,prices:read",
  input: z.strictObject({
    partner: ExistingCode,
    label: KeyIssue.shape.label,
    scopes: ScopeList,
    expires: Time.optional(),
    limit: Limit.optional(),
    networks: NetworkList.optional(),
  }),
  output: IssuedKey,
  run: async (call, { partner, label, scopes, expires, limit, networks = [] }) => {
    const { id } = await getPartnerByCode(call, { code: partner });
    const may = { scopes, allowedNetworks: networks, perMinute: limit ?? null };
    const wanted = { label, ...may, expiresAt: expires ?? null };
    const { key, plaintext } = await issueKey(call, { partnerId: id, ...wanted });
    return { ...key, key: plaintext };
  },
  render: renderIssued,
});

const list = command({
  name: "key list",
  summary: "list a partner's keys, newest first, including revoked keys",
  options: [PARTNER],
  input: z.strictObject({ partner: ExistingCode }),
  output: z.array(ListedKey),
  run: async (call, { partner }) => {
    // Loaded lazily: the help text needs no database client.
    const { listKeys } = await import("../../core/keys/search");
    const { id } = await getPartnerByCode(call, { code: partner });
    const keys = await wholeList((page) => listKeys(call, { partnerId: id, ...page }));
    return keys.map(listed);
  },
  render: tableOr("No keys yet. Create one with: latchkey key issue", [
    { title: "ID", cell: ({ id }) => id },
    { title: "LABEL", cell: ({ label }) => label },
    { title: "KEY", cell: ({ masked }) => masked },
    { title: "STATUS", cell: ({ state }) => state },
    { title: "LIMIT", cell: ({ perMinute }) => limitText(perMinute) },
    { title: "NETWORKS", cell: ({ allowedNetworks }) => allowedNetworks.join(",") || "any" },
    { title: "CREATED", cell: ({ createdAt }) => minute(createdAt) },
    { title: "LAST USED", cell: ({ lastUsedAt }) => minute(lastUsedAt) },
    { title: "SCOPES", cell: ({ scopes }) => scopes.join(",") },
  ]),
});

const revoke = command({
  name: "key revoke",
  summary: "revoke a key immediately",
  args: [KEY_ID],
  input: z.strictObject({ keyId: KeyId }),
  output: ListedKey,
  run: async (call, { keyId }) => listed(await revokeKey(call, { keyId, after: "now" })),
  render: ({ label, id }) => `Revoked key "${label}" (${id}).`,
});

const PER_MINUTE = {
  field: "perMinute",
  shown: "PER_MINUTE|default",
  about: "requests per minute, or default",
};

const limit = command({
  name: "key limit",
  summary: "set a custom rate limit",
  args: [KEY_ID, PER_MINUTE],
  input: z.strictObject({
    keyId: KeyId,
    perMinute: LimitOrDefault,
  }),
  output: ListedKey,
  run: async (call, input) => listed(await setKeyLimit(call, input)),
  render: ({ label, id, perMinute, hasOwnLimit }) =>
    `Key "${label}" (${id}) is limited to ${limitText(perMinute)}${hasOwnLimit ? "" : ", the default"}.`,
});

const NETWORKS = {
  field: "networks",
  shown: "A,B|any",
  about: "addresses or CIDR ranges, or any",
  sets: "allowedNetworks",
};

const networks = command({
  name: "key networks",
  summary: "set the address ranges that a key can be used from",
  args: [KEY_ID, NETWORKS],
  example: "latchkey key networks key_01jd5n8k3v0000000000000000 203.0.113.0/24,2001:db8::/32",
  input: z.strictObject({ keyId: KeyId, networks: NetworksOrAny }),
  output: ListedKey,
  run: async (call, { keyId, networks: allowedNetworks }) =>
    listed(await setKeyNetworks(call, { keyId, allowedNetworks, mayWiden: true })),
  render: ({ label, id, allowedNetworks }) =>
    `Key "${label}" (${id}) can be used from ${allowedNetworks.join(", ") || "any address"}.`,
});

export const KEY_COMMANDS = [issue, list, revoke, limit, networks];
