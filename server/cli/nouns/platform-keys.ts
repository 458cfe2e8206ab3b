import { z } from "zod";
import { PLATFORM_SCOPE_NAMES } from "../../core/kernel/scopes";
import { PlatformKeyIssue } from "../../core/platform-keys/schema";
import { command } from "../command";
import { oneOf, PlatformKeyId, Time } from "../fields";
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

const edit = () => import("../../core/platform-keys/edit");
const mutations = () => import("../../core/platform-keys/mutations");

const KEY_ID = {
  shown: "KEY_ID",
  about: "platform key ID, as shown by `platform-key list`",
  is: PlatformKeyId,
};

const issue = command({
  name: "platform-key issue",
  summary: "create a key for one of your own systems",
  options: {
    label: { shown: "LABEL", about: "name of the key", is: PlatformKeyIssue.shape.label },
    scopes: {
      shown: "A,B",
      about: `scopes of the key: ${PLATFORM_SCOPE_NAMES.join(", ")}`,
      is: z
        .string()
        .transform((text) => text.split(","))
        .pipe(z.array(oneOf("scope", PLATFORM_SCOPE_NAMES)))
        .pipe(PlatformKeyIssue.shape.scopes),
    },
    expires: {
      shown: "TIME",
      about:
        "expiration time, for example 2027-01-31T00:00:00Z; within a year for a key that can change something",
      is: Time.optional(),
      sets: "expiresAt",
    },
    networks: NETWORKS_OPTION,
  },
  example: "latchkey platform-key issue --label Gateway --scopes keys:verify",
  output: IssuedKey,
  run: async (call, { label, scopes, expires, networks }) => {
    const { issuePlatformKey } = await mutations();
    const wanted = { label, scopes, expiresAt: expires ?? null, allowedNetworks: networks };
    const { key, plaintext } = await issuePlatformKey(call, wanted);
    return { ...key, key: plaintext };
  },
  render: (key) => renderIssued("platform key", key),
});

const rotate = command({
  name: "platform-key rotate",
  summary: "create the successor of a platform key; both work until you revoke the old one",
  args: { keyId: KEY_ID },
  output: IssuedKey,
  run: async (call, input) => {
    const { rotatePlatformKey } = await mutations();
    const { key, plaintext } = await rotatePlatformKey(call, input);
    return { ...key, key: plaintext };
  },
  render: (key) => renderIssued("platform key", key),
});

const list = command({
  name: "platform-key list",
  summary: "list platform keys, newest first, including revoked keys",
  output: z.array(ListedKey),
  run: async (call) => {
    const { listPlatformKeys } = await import("../../core/platform-keys/queries");
    return (await listPlatformKeys(call)).map(listed);
  },
  render: tableOr(
    "No platform keys yet. Create one with: latchkey platform-key issue",
    KEY_COLUMNS,
  ),
});

const limit = command({
  name: "platform-key limit",
  summary: "set a custom rate limit of a platform key",
  args: { keyId: KEY_ID, perMinute: PER_MINUTE },
  output: ListedKey,
  run: async (call, input) => {
    const { setPlatformKeyLimit } = await edit();
    return listed(await setPlatformKeyLimit(call, input));
  },
  render: (key) => limitSet(`Platform key "${key.label}" (${key.id})`, key),
});

const networks = command({
  name: "platform-key networks",
  summary: "set the address ranges that a platform key can be used from",
  args: { keyId: KEY_ID, networks: NETWORKS },
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
  args: { keyId: KEY_ID },
  output: ListedKey,
  run: async (call, { keyId }) => {
    const { revokePlatformKey } = await mutations();
    return listed(await revokePlatformKey(call, { keyId, after: "now" }));
  },
  render: ({ label, id }) => `Revoked platform key "${label}" (${id}).`,
});

export const PLATFORM_KEY_COMMANDS = [issue, list, rotate, limit, networks, revoke];
