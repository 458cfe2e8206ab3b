import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { answer, newPartner, type Settings } from "./latchkey";

const me = (url: string, key: string) =>
  fetch(`${url}/api/v1/reseller/me`, { headers: { authorization: `Bearer ${key}` } });

/**
 * Checks that commands apply from the server's next request on. Returns the key that was used. For
 * every kind of store.
 */
export async function expectNextRequestToFollow(url: string, settings: Settings): Promise<string> {
  const code = `next-${randomBytes(4).toString("hex")}`;
  const { partner, key } = await answer(settings, newPartner(code));
  const first = await me(url, key.key);
  expect(await first.json()).toEqual(partner);
  const policy = first.headers.get("ratelimit-policy");

  await answer(settings, ["key", "limit", key.id, "12000"]);
  expect((await me(url, key.key)).headers.get("ratelimit-policy")).not.toBe(policy);
  await answer(settings, ["key", "limit", key.id, "default"]);
  expect((await me(url, key.key)).headers.get("ratelimit-policy")).toBe(policy);

  await answer(settings, ["partner", "suspend", code]);
  expect(await (await me(url, key.key)).json()).toMatchObject({ status: "suspended" });
  await answer(settings, ["partner", "reactivate", code]);
  expect(await (await me(url, key.key)).json()).toMatchObject({ status: "active" });

  await answer(settings, ["key", "revoke", key.id]);
  const refused = await me(url, key.key);
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ code: "revoked_api_key" });
  return key.key;
}
