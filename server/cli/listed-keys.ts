import { z } from "zod";
import { limitText } from "../core/keys/limits";
import { LimitOrDefault, NetworkList, NetworksOrAny } from "./fields";
import { minute } from "./table";

/** A key of either kind in a list. `masked` identifies it for people and gives no access. */
export const ListedKey = z.object({
  id: z.string(),
  label: z.string(),
  masked: z.string(),
  scopes: z.array(z.string()),
  perMinute: z.int(),
  hasOwnLimit: z.boolean(),
  allowedNetworks: z.array(z.string()),
  state: z.enum(["active", "retiring", "revoked", "expired"]),
  createdAt: z.coerce.date(),
  expiresAt: z.coerce.date().nullable(),
  revokedAt: z.coerce.date().nullable(),
  lastUsedAt: z.coerce.date().nullable(),
  lastUsedAddress: z.string().nullable(),
});
type ListedKey = z.infer<typeof ListedKey>;

export const listed = <Key extends { head: string; tail: string }>(key: Key) => ({
  ...key,
  masked: `${key.head}...${key.tail}`,
});

export const KEY_COLUMNS: { title: string; cell: (key: ListedKey) => string }[] = [
  { title: "ID", cell: ({ id }) => id },
  { title: "LABEL", cell: ({ label }) => label },
  { title: "KEY", cell: ({ masked }) => masked },
  { title: "STATUS", cell: ({ state }) => state },
  { title: "LIMIT", cell: ({ perMinute }) => limitText(perMinute) },
  { title: "NETWORKS", cell: ({ allowedNetworks }) => allowedNetworks.join(",") || "any" },
  { title: "CREATED", cell: ({ createdAt }) => minute(createdAt) },
  { title: "LAST USED", cell: ({ lastUsedAt }) => minute(lastUsedAt) },
  { title: "SCOPES", cell: ({ scopes }) => scopes.join(",") },
];

export const PER_MINUTE = {
  shown: "PER_MINUTE|default",
  about: "requests per minute, or default",
  is: LimitOrDefault,
};

export const NETWORKS = {
  shown: "A,B|any",
  about: "addresses or CIDR ranges, or any",
  is: NetworksOrAny,
  sets: "allowedNetworks",
};

/** The option of a new key. */
export const NETWORKS_OPTION = {
  shown: "A,B",
  about: "addresses or CIDR ranges (default: anywhere)",
  is: NetworkList.optional(),
  sets: "allowedNetworks",
};

/** The sentence after the rate limit of a key with this name was set. */
export const limitSet = (name: string, { perMinute, hasOwnLimit }: ListedKey) =>
  `${name} is limited to ${limitText(perMinute)}${hasOwnLimit ? "" : ", the default"}.`;
