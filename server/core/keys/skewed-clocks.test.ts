import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlatform, type Platform, steppingClock } from "../../testing/platform";
import { startRedis, type TestRedis } from "../../testing/redis";
import { issueKey, revokeKey } from "./mutations";
import { getKey } from "./queries";
import type { RevokeAfter } from "./schema";

const HOUR_MS = 3_600_000;

let redis: TestRedis | null = null;
afterAll(() => redis?.stop());

describe.each([
  ["ahead of", 5_000],
  ["behind", -5_000],
  ["an hour and more ahead of", HOUR_MS + 5_000],
  ["an hour and more behind", -HOUR_MS - 5_000],
])("a writer whose clock is %s the reader's", (_, skewMs) => {
  const clock = steppingClock();
  let serving: Platform;
  let writing: Platform;
  beforeEach(async () => {
    redis ??= await startRedis();
    const env = { REDIS_URL: redis.url };
    serving = await openPlatform({ env, clock });
    const ahead = { now: () => new Date(clock.now().getTime() + skewMs) };
    writing = await openPlatform({ env, clock: ahead, beside: serving });
  });
  afterEach(async () => {
    await writing.close();
    await serving.close();
  });
  const status = async (key: string) => (await serving.call("/me", { key })).status;
  const newKey = async () => {
    const issued = await serving.newKey(await serving.newPartner());
    expect(await status(issued.plaintext)).toBe(200);
    return issued;
  };
  const revoke = (by: Platform, keyId: string, after: RevokeAfter) =>
    revokeKey(by.system, { keyId, after });

  it("an immediate revocation takes effect on every clock", async () => {
    const { key, plaintext } = await newKey();
    await revoke(writing, key.id, "now");
    expect(await status(plaintext)).toBe(401);
    expect((await getKey(serving.system, { keyId: key.id })).state).toBe("revoked");
  });

  it("revokes a scheduled key immediately, even if the schedule is due on the writer's clock", async () => {
    const { key, plaintext } = await newKey();
    await revoke(serving, key.id, "1h");
    expect(await status(plaintext)).toBe(200);
    await revoke(writing, key.id, "now");
    expect(await status(plaintext)).toBe(401);
  });

  it("does not schedule a key that is already revoked", async () => {
    const { key, plaintext } = await newKey();
    await revoke(writing, key.id, "now");
    for (const by of [serving, writing]) {
      for (const after of ["1h", "7d"] as const) await revoke(by, key.id, after);
    }
    expect(await status(plaintext)).toBe(401);
  });

  it("applies a schedule by the reader's clock, like an expiration", async () => {
    const { key, plaintext } = await newKey();
    const planned = await revoke(serving, key.id, "1h");
    expect(planned.revokedAt).toEqual(new Date(clock.now().getTime() + HOUR_MS));
    clock.advance(HOUR_MS - 1);
    expect(await status(plaintext)).toBe(200);
    expect((await getKey(serving.system, { keyId: key.id })).state).toBe("retiring");
    clock.advance(1);
    expect(await status(plaintext)).toBe(401);
    expect((await getKey(serving.system, { keyId: key.id })).state).toBe("revoked");
  });

  it("a revoked key no longer counts toward the limit", async () => {
    const { key } = await newKey();
    const where = { id: key.partnerId };
    const cap = { where, data: { maxActiveKeys: 1 } };
    await serving.wiring.core.transact((tx) => tx.partner.update(cap));
    await revoke(writing, key.id, "now");
    const input = { label: "next", scopes: [] };
    expect((await issueKey(serving.system, { partnerId: key.partnerId, ...input })).key.state).toBe(
      "active",
    );
  });
});

describe("a previous release that reads only revoked_at", () => {
  let platform: Platform;
  beforeEach(async () => {
    platform = await openPlatform();
  });
  afterEach(() => platform.close());
  const writeAsOlder = (keyId: string, at: string) =>
    platform.wiring.core.transact(
      (tx) =>
        tx.$executeRaw`UPDATE api_keys SET revoked_at = ${at}::timestamptz WHERE id = ${keyId}`,
    );
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

  it("finds the keys that this release has scheduled", async () => {
    const { key } = await platform.newKey(await platform.newPartner());
    await revokeKey(platform.system, { keyId: key.id, after: "24h" });
    const row = await platform.system.db.apiKey.findUniqueOrThrow({ where: { id: key.id } });
    expect(row.revokedAt).toEqual(row.retiresAt);
  });

  it("may schedule a revocation or bring ours forward; the key is rejected early, never late", async () => {
    const partner = await platform.newPartner();
    const keys = [await platform.newKey(partner), await platform.newKey(partner)];
    const [planned, fresh] = keys;
    if (!planned || !fresh) throw new Error("two keys were made");
    await revokeKey(platform.system, { keyId: planned.key.id, after: "24h" });
    for (const { key, plaintext } of keys) {
      await writeAsOlder(key.id, inHours(1));
      expect((await platform.call("/me", { key: plaintext })).status).toBe(401);
    }
  });
});
