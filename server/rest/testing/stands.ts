import { PLATFORM_SCOPE_NAMES, SCOPE_NAMES } from "../../core/kernel/scopes";
import type { KeyType } from "../../core/keys/format";
import { revokeKey } from "../../core/keys/mutations";
import type { Partner } from "../../core/partners/schema";
import { revokePlatformKey } from "../../core/platform-keys/mutations";
import type { Platform } from "../../testing/platform";
import type { ApiDefinition } from "../definition";
import type { Endpoint } from "../endpoint";
import { PARTNER_API } from "../partner-api";
import { PLATFORM_API } from "../platform-api";

type Init = RequestInit & { key?: string };
type NewKey = { id: string; plaintext: string };

type Has = (scope: string) => boolean;

/** How the common tests call an API and make its keys. */
export type Stand = {
  api: ApiDefinition;
  call(platform: Platform, path: string, init: Init): Promise<Response>;
  /** A key with these scopes, or else with all. A platform key has no partner. */
  newKey(platform: Platform, partner: Pick<Partner, "id">, has?: Has): Promise<NewKey>;
  revoke(platform: Platform, keyId: string): Promise<unknown>;
  /** The RateLimit-Policy of a new key. */
  policy: string;
};

export const STANDS: Record<KeyType, Stand> = {
  partner: {
    api: PARTNER_API,
    call: (platform, path, init) => platform.call(path, init),
    newKey: async (platform, partner, has = () => true) => {
      const scopes = SCOPE_NAMES.filter(has);
      const { key, plaintext } = await platform.newKey(partner, { scopes });
      return { id: key.id, plaintext };
    },
    revoke: ({ system }, keyId) => revokeKey(system, { keyId, after: "now" }),
    policy: '"burst";q=50;w=10, "minute";q=300;w=60',
  },
  platform: {
    api: PLATFORM_API,
    call: (platform, path, init) => platform.callPlatform(path, init),
    newKey: newPlatformKey,
    revoke: ({ system }, keyId) => revokePlatformKey(system, { keyId, after: "now" }),
    policy: '"burst";q=1000;w=10, "minute";q=6000;w=60',
  },
};

/** The keys that were made for each platform and not revoked again, oldest first. */
const made = new WeakMap<Platform, string[]>();

async function newPlatformKey(
  platform: Platform,
  _partner: unknown,
  has: Has = () => true,
): Promise<NewKey> {
  const ids = made.get(platform) ?? [];
  made.set(platform, ids);
  // There may be a hundred: an early test has ended.
  const oldest = ids.length < 50 ? undefined : ids.shift();
  if (oldest) await revokePlatformKey(platform.system, { keyId: oldest, after: "now" });
  // A key that writes must expire.
  const expiresAt = new Date(platform.system.clock.now().getTime() + 86_400_000);
  const input = { scopes: PLATFORM_SCOPE_NAMES.filter(has), expiresAt };
  const { key, plaintext } = await platform.newPlatformKey(input);
  ids.push(key.id);
  return { id: key.id, plaintext };
}

/** Every endpoint of both APIs, for `describe.each`: its method and URL path, itself, its API. */
export const EVERY_ENDPOINT = Object.values(STANDS).flatMap((stand) =>
  stand.api.endpoints.map(
    (endpoint: Endpoint) =>
      [`${endpoint.method} ${stand.api.basePath}${endpoint.path}`, endpoint, stand] as const,
  ),
);
