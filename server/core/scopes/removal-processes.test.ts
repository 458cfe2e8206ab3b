import { afterAll, expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { startRedis } from "../../testing/redis";
import { hashPlaintext } from "../keys/format";
import { defineScope, removeScope } from "./mutations";

const redis = await startRedis();
afterAll(() => redis.stop());
const env = { REDIS_URL: redis.url };
const serving = await platformForTests({ env });
const writing = await platformForTests({ env, beside: serving });

it("once a removal returns, no other process uses what it had cached of any partner's keys", async () => {
  const name = "orders:read";
  await defineScope(writing.system, { name, description: "View orders" });
  const partners = await Promise.all(Array.from({ length: 10 }, () => serving.newPartner()));
  const keys = await Promise.all(
    partners.map((partner) => serving.newKey(partner, { scopes: [name] })),
  );
  const { keyCache, core } = serving.wiring;
  const cached = async (plaintext: string) => {
    expect((await serving.call("/me", { key: plaintext })).status).toBe(200);
    return (await keyCache.find(hashPlaintext(plaintext), null))?.record.scopes;
  };
  for (const { plaintext } of keys) expect(await cached(plaintext)).toEqual([name]);
  await removeScope(writing.system, { name, keys: 10 });
  // The next request of each key, which the limiter tells that its record is old.
  for (const { plaintext } of keys) expect(await cached(plaintext)).toEqual([]);
  expect(await core.db.apiKey.count({ where: { scopes: { has: name } } })).toBe(0);
});
