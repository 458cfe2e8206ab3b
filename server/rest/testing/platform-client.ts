import type { PlatformScope } from "../../core/kernel/scopes";
import type { Platform } from "../../testing/platform";
import { type Client, jsonClient } from "./json-client";

/** A client of the platform API with a new platform key with these scopes. */
export async function clientOf(platform: Platform, scopes: PlatformScope[]): Promise<Client> {
  const now = platform.system.clock.now().getTime();
  // A key that writes must expire.
  const expiresAt = new Date(now + 300 * 86_400_000);
  const { plaintext } = await platform.newPlatformKey({ scopes, expiresAt });
  return jsonClient(platform.callPlatform, plaintext);
}
