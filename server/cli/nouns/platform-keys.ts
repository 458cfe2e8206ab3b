import { z } from "zod";
import { PLATFORM_SCOPE_NAMES } from "../../core/kernel/scopes";
import { limitText } from "../../core/keys/limits";
import { PlatformKeyIssue } from "../../core/platform-keys/schema";
import type { PlatformKeyView } from "../../core/platform-keys/view";
import { command } from "../command";
import { LimitOrDefault, NetworkList, NetworksOrAny, oneOf, PlatformKeyId, Time } from "../fields";
import { IssuedKey } from "../shown-once";
import { minute, tableOr } from "../table";

const edit = () => import("../../core/platform-keys/edit");
const mutations = () => import("../../core/platform-keys/mutations");

const KEY_ID = {
  field: "keyId",
  shown: "KEY_ID",
  about: "platform key ID, as shown by `platform-key list`",
};

/** A platform key in a list. `masked` identifies it for people and gives no access. */
const ListedKey = z.object({
  id: z.string(),
  label: z.string(),
  masked: z.string(),
  scopes: z.array(z.string()),
  perMinute: z.number(),
  hasOwnLimit: z.boolean(),
  allowedNetworks: z.array(z.string()),
  state: z.enum(["active", "retiring", "revoked", "expired"]),
  createdAt: z.coerce.date(),
  expiresAt: z.coerce.date().nullable(),
  revokedAt: z.coerce.date().nullable(),
  lastUsedAt: z.coerce.date().nullable(),
  lastUsedAddress: z.string().nullable(),
});

const listed = (key: PlatformKeyView) => ({ ...key, masked: `${key.head}...${key.tail}` });

function renderIssued({ id, label, scopes, key }: z.infer<typeof IssuedKey>): string {
  return [
    `Created platform key "${label}" (${id}) with the scopes ${scopes.join(", ")}:`,
    `  ${key}`,
    "Copy it now. You won't be able to see it again.",
  ].join("\n");
}

const issue = command({
  name: "platform-key issue",
  summary: "create a key for one of your own systems",
  options: [
    { name: "label", shown: "LABEL", about: "name of the key", isRequired: true },
    {
      name: "scopes",
      shown: "A,B",
      about: `scopes of the key: ${PLATFORM_SCOPE_NAMES.join(", ")}`,
      isRequired: true,
    },
    {
      name: "expires",
      shown: "TIME",
      about:
        "expiration time, for example 2027-01-31T00:00:00Z; within a year for a key that can change something",
      sets: "expiresAt",
    },
    {
      name: "networks",
      shown: "A,B",
      about: "addresses or CIDR ranges (default: anywhere)",
      sets: "allowedNetworks",
    },
  ],
  example: "latchkey platform-key issue --label Gateway --scopes keys:verify",
  input: z.strictObject({
    label: PlatformKeyIssue.shape.label,
    scopes: z
      .string()
      .transform((text) => text.split(","))
      .pipe(z.array(oneOf("scope", PLATFORM_SCOPE_NAMES)))
      .pipe(PlatformKeyIssue.shape.scopes),
    expires: Time.optional(),
    networks: NetworkList.optional(),
  }),
  output: IssuedKey,
  run: async (call, { label, scopes, expires, networks }) => {
    const { issuePlatformKey } = await mutations();
    const wanted = { label, scopes, expiresAt: expires ?? null, allowedNetworks: networks };
    const { key, plaintext } = await issuePlatformKey(call, wanted);
    return { ...key, key: plaintext };
  },
  render: renderIssued,
});

const rotate = command({
  name: "platform-key rotate",
  summary: "create the successor of a platform key; both work until you revoke the old one",
  args: [KEY_ID],
  input: z.strictObject({ keyId: PlatformKeyId }),
  output: IssuedKey,
  run: async (call, input) => {
    const { rotatePlatformKey } = await mutations();
    const { key, plaintext } = await rotatePlatformKey(call, input);
    return { ...key, key: plaintext };
  },
  render: renderIssued,
});

const list = command({
  name: "platform-key list",
  summary: "list platform keys, newest first, including revoked keys",
  input: z.strictObject({}),
  output: z.array(ListedKey),
  run: async (call) => {
    const { listPlatformKeys } = await import("../../core/platform-keys/queries");
    return (await listPlatformKeys(call)).map(listed);
  },
  render: tableOr("No platform keys yet. Create one with: latchkey platform-key issue", [
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

const limit = command({
  name: "platform-key limit",
  summary: "set a custom rate limit of a platform key",
  args: [
    KEY_ID,
    { field: "perMinute", shown: "PER_MINUTE|default", about: "requests per minute, or default" },
  ],
  input: z.strictObject({ keyId: PlatformKeyId, perMinute: LimitOrDefault }),
  output: ListedKey,
  run: async (call, input) => {
    const { setPlatformKeyLimit } = await edit();
    return listed(await setPlatformKeyLimit(call, input));
  },
  render: ({ label, id, perMinute, hasOwnLimit }) =>
    `Platform key "${label}" (${id}) is limited to ${limitText(perMinute)}${hasOwnLimit ? "" : ", the default"}.`,
});

const networks = command({
  name: "platform-key networks",
  summary: "set the address ranges that a platform key can be used from",
  args: [
    KEY_ID,
    {
      field: "networks",
      shown: "A,B|any",
      about: "addresses or CIDR ranges, or any",
      sets: "allowedNetworks",
    },
  ],
  input: z.strictObject({ keyId: PlatformKeyId, networks: NetworksOrAny }),
  output: ListedKey,
  run: async (call, { keyId, networks: allowedNetworks }) => {
    const { setPlatformKeyNetworks } = await edit();
    return listed(await setPlatformKeyNetworks(call, { keyId, allowedNetworks }));
  },
  render: ({ label, id, allowedNetworks }) =>
    `Platform key "${label}" (${id}) can be used from ${allowedNetworks.join(", ") || "any address"}.`,
});

const revoke = command({
  name: "platform-key revoke",
  summary: "revoke a platform key immediately",
  args: [KEY_ID],
  input: z.strictObject({ keyId: PlatformKeyId }),
  output: ListedKey,
  run: async (call, { keyId }) => {
    const { revokePlatformKey } = await mutations();
    return listed(await revokePlatformKey(call, { keyId, after: "now" }));
  },
  render: ({ label, id }) => `Revoked platform key "${label}" (${id}).`,
});

export const PLATFORM_KEY_COMMANDS = [issue, list, rotate, limit, networks, revoke];
