import { z } from "zod";
import { wholeList } from "../../core/kernel/whole-list";
import { setKeyNetworks } from "../../core/keys/edit";
import { issueKey, revokeKey, setKeyLimit } from "../../core/keys/mutations";
import { KeyIssue } from "../../core/keys/schema";
import { getPartnerByCode } from "../../core/partners/queries";
import { command } from "../command";
import { ABOUT_SCOPES, KeyId, Limit, PARTNER, ScopeList, Time } from "../fields";
import {
  KEY_COLUMNS,
  ListedKey,
  limitSet,
  listed,
  NETWORKS,
  NETWORKS_OPTION,
  PER_MINUTE,
} from "../listed-keys";
import { IssuedKey, renderIssued } from "../shown-once";
import { tableOr } from "../table";

const KEY_ID = { shown: "KEY_ID", about: "key ID, as shown by `key list`", is: KeyId };

const ListedPartnerKey = ListedKey.extend({
  replacesId: z.string().nullable(),
  createdBy: z.string(),
  revokedBy: z.string().nullable(),
  leakedAt: z.coerce.date().nullable(),
});

const issue = command({
  name: "key issue",
  summary: "create an API key",
  options: {
    partner: PARTNER,
    label: { shown: "LABEL", about: "name of the key", is: KeyIssue.shape.label },
    scopes: { shown: "A,B", about: ABOUT_SCOPES, is: ScopeList },
    expires: {
      shown: "TIME",
      about: "expiration time, for example 2027-01-31T00:00:00Z",
      is: Time.optional(),
      sets: "expiresAt",
    },
    limit: {
      shown: "N",
      about: "requests per minute (default: 300)",
      is: Limit.optional(),
      sets: "perMinute",
    },
    networks: NETWORKS_OPTION,
  },
  example: "latchkey key issue --partner acme --label Billing --scopes accounts:read,prices:read",
  output: IssuedKey,
  run: async (call, { partner, label, scopes, expires, limit, networks = [] }) => {
    const { id } = await getPartnerByCode(call, { code: partner });
    const may = { scopes, allowedNetworks: networks, perMinute: limit ?? null };
    const wanted = { label, ...may, expiresAt: expires ?? null };
    const { key, plaintext } = await issueKey(call, { partnerId: id, ...wanted });
    return { ...key, key: plaintext };
  },
  render: (key) => renderIssued("API key", key),
});

const list = command({
  name: "key list",
  summary: "list a partner's keys, newest first, including revoked keys",
  options: { partner: PARTNER },
  output: z.array(ListedPartnerKey),
  run: async (call, { partner }) => {
    // Loaded lazily: the help text needs no database client.
    const { listKeys } = await import("../../core/keys/search");
    const { id } = await getPartnerByCode(call, { code: partner });
    const keys = await wholeList((page) => listKeys(call, { partnerId: id, ...page }));
    return keys.map(listed);
  },
  render: tableOr("No keys yet. Create one with: latchkey key issue", KEY_COLUMNS),
});

const revoke = command({
  name: "key revoke",
  summary: "revoke a key immediately",
  args: { keyId: KEY_ID },
  output: ListedPartnerKey,
  run: async (call, { keyId }) => listed(await revokeKey(call, { keyId, after: "now" })),
  render: ({ label, id }) => `Revoked key "${label}" (${id}).`,
});

const limit = command({
  name: "key limit",
  summary: "set a custom rate limit",
  args: { keyId: KEY_ID, perMinute: PER_MINUTE },
  output: ListedPartnerKey,
  run: async (call, input) => listed(await setKeyLimit(call, input)),
  render: (key) => limitSet(`Key "${key.label}" (${key.id})`, key),
});

const networks = command({
  name: "key networks",
  summary: "set the address ranges that a key can be used from",
  args: { keyId: KEY_ID, networks: NETWORKS },
  example: "latchkey key networks key_01jd5n8k3v0000000000000000 203.0.113.0/24,2001:db8::/32",
  output: ListedPartnerKey,
  run: async (call, { keyId, networks: allowedNetworks }) =>
    listed(await setKeyNetworks(call, { keyId, allowedNetworks, mayWiden: true })),
  render: ({ label, id, allowedNetworks }) =>
    `Key "${label}" (${id}) can be used from ${allowedNetworks.join(", ") || "any address"}.`,
});

export const KEY_COMMANDS = [issue, list, revoke, limit, networks];
