import type { PlatformScope } from "../../core/kernel/scopes";
import type { Platform } from "../../testing/platform";

// biome-ignore lint/suspicious/noExplicitAny: bodies of all endpoints, which the tests compare.
type Answer = { status: number; headers: Headers; body: any };

/** Calls the platform API with one platform key. */
export type Client = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** A new platform key with these scopes. */
export async function clientOf(platform: Platform, scopes: PlatformScope[]): Promise<Client> {
  const now = platform.system.clock.now().getTime();
  // A key that writes must expire.
  const expiresAt = new Date(now + 300 * 86_400_000);
  const { plaintext: key } = await platform.newPlatformKey({ scopes, expiresAt });
  return async (method, path, body, headers = {}) => {
    const response = await platform.callPlatform(path, {
      method,
      key,
      headers: { ...(body && { "content-type": "application/json" }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? null : JSON.parse(text),
    };
  };
}
