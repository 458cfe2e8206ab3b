import fc from "fast-check";
import { Redis as TcpRedis } from "ioredis";
import { afterAll, describe, expect, it } from "vitest";
import { isThorough } from "../testing/extent";
import { bucketKey } from "./codec";
import { scriptFor } from "./script";
import { luaDecider } from "./testing/deciders";
import { compareWithScript } from "./testing/differential";
import { redisForTests } from "./testing/redis-for-tests";
import { mark } from "./testing/workers";

const START_US = 1_800_000_000_000_000;

const { store, url } = await redisForTests();
const raw = new TcpRedis(url);
afterAll(() => raw.disconnect());

let keys = 0;
function newKey() {
  keys += 1;
  const keyId = `key_s${keys}`;
  return { at: bucketKey({ keyId, partnerId: "prt_test" }), lua: luaDecider(store.redis, keyId) };
}

const ask = (client: number, caller = client, perMinute = 300) => ({
  client: mark("c", client),
  caller: mark("u", caller),
  isNamed: false,
  perMinute,
});

describe("the script matches the model", () => {
  it("decides and stores exactly the same under random traffic", async () => {
    const decisions = Number(process.env.LIMITER_DECISIONS ?? (isThorough ? 20_000 : 10_000));
    const options = { store, url, decisions, seed: 4 };
    expect(await compareWithScript(options)).toBeGreaterThanOrEqual(decisions);
  }, 1_800_000);
});

describe("the stored state", () => {
  it("stays under 8 KiB with 200 waiting callers and under 32 KiB at every cap", async () => {
    const { at, lua } = newKey();
    for (let n = 0; n < 250; n += 1) await lua(ask(n), START_US + n);
    expect(await raw.strlen(at)).toBeLessThan(8 * 1024);
    for (let n = 0; n < 3_000; n += 1) await lua(ask(n + 1_000), START_US + n);
    expect(await raw.strlen(at)).toBeLessThan(32 * 1024);
  });

  it("is as large as ever with costs: 26 bytes for each 15 tokens promised, under 32 KiB", async () => {
    const { at, lua } = newKey();
    const big = (n: number) => ({ ...ask(n, n, 60_000), cost: 1_000 });
    for (let n = 0; n < 10; n += 1) expect((await lua(big(0), START_US)).admitted).toBe(true);
    const size = async () => (await raw.getBuffer(at))?.length ?? 0;
    expect(await lua(big(1), START_US)).toMatchObject({ admitted: false, unreserved: false });
    expect(await size()).toBe(43 + 67 * 26);
    for (let n = 2; n < 40; n += 1) await lua(big(n), START_US);
    expect(await lua(big(40), START_US)).toMatchObject({ unreserved: true });
    expect(await lua(ask(41, 41, 60_000), START_US)).toMatchObject({ unreserved: false });
    expect(await size()).toBeLessThan(32 * 1024);
    // Releases before costs read each record as a promise of their own, of at most 15 slots.
    const state = (await raw.getBuffer(at)) ?? Buffer.alloc(0);
    const records = state.readUInt16BE(40);
    expect(records).toBeLessThanOrEqual(768);
    expect(state.length).toBe(43 + records * 26);
    const slots = Array.from({ length: records }, (_, n) => (state[43 + n * 26 + 9] ?? 0) % 16);
    expect(slots.reduce((sum, count) => sum + count, 0)).toBe(state.readUInt16BE(31));
    expect(Math.min(...slots)).toBeGreaterThan(0);
  });

  it("is 12 bytes while nobody waits, and expires once the bucket is full", async () => {
    const { at, lua } = newKey();
    await lua(ask(1), START_US);
    expect(await raw.strlen(at)).toBe(12);
    const ttlMs = await raw.pttl(at);
    expect(ttlMs).toBeGreaterThan(0);
    expect(ttlMs).toBeLessThanOrEqual(1_200);
  });

  it("is kept until the last promise has lapsed", async () => {
    const { at, lua } = newKey();
    await lua(ask(1, 1, 6), START_US);
    const { retryAfterSeconds } = await lua(ask(1, 1, 6), START_US);
    expect(await raw.pttl(at)).toBeGreaterThan(retryAfterSeconds * 1_250 + 5_000);
  });

  it("is not written by a refusal over a cap", async () => {
    const { at, lua } = newKey();
    const refusals = Array.from({ length: 50 + 128 }, () => lua(ask(1), START_US));
    for (const refusal of refusals) expect(await refusal).toMatchObject({ unreserved: false });
    const before = await raw.getBuffer(at);
    expect(await lua(ask(1), START_US)).toMatchObject({ admitted: false, unreserved: true });
    expect(await raw.getBuffer(at)).toEqual(before);
  });

  it("is reset if the value has another type", async () => {
    const { at, lua } = newKey();
    await raw.hset(at, { refilledAt: 1, tokens: 2 });
    expect((await lua(ask(1), START_US)).remaining).toBe(49);
    expect((await lua(ask(1), START_US)).remaining).toBe(48);
  });

  it("is reset if the store's clock has run back by more than a slot", async () => {
    const { lua } = newKey();
    for (let n = 0; n < 60; n += 1) await lua(ask(1), START_US);
    expect(await lua(ask(2), START_US - 5_000_000)).toMatchObject({
      admitted: true,
      remaining: 49,
    });
  });

  it("causes no error if it is damaged, and locks a key out no longer than promises last", async () => {
    const { at, lua } = newKey();
    for (let n = 0; n < 120; n += 1) {
      const cost = n % 7 === 0 ? 40 : 1;
      await lua({ ...ask(n % 9, n % 4), cost }, START_US + n);
    }
    const whole = (await raw.getBuffer(at)) ?? Buffer.alloc(0);
    const damage = fc.oneof(
      fc.nat(whole.length).map((end) => whole.subarray(0, end)),
      fc.nat(whole.length).map((from) => whole.subarray(from)),
      fc
        .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 })
        .map((edits) => {
          const state = Buffer.from(whole);
          for (const [place, byte] of edits) state[place] = byte;
          return state;
        }),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(damage, async (state) => {
        await raw.set(at, state);
        for (let n = 0; n < 20; n += 1) {
          await lua({ ...ask(n % 12), cost: 1 + (n % 3) * 20 }, START_US + 200 + n * 900_000);
        }
        const laterUs = START_US + 2 * 3_600_000_000;
        expect(await lua(ask(99), laterUs)).toMatchObject({ admitted: true });
      }),
      { numRuns: 300, seed: 4, endOnFailure: true },
    );
  });

  it("declares the locked keys to Upstash only", () => {
    expect(scriptFor({ locksKeys: true }).text.startsWith("#!lua flags=allow-key-locking\n")).toBe(
      true,
    );
    expect(scriptFor({ locksKeys: false }).text).not.toContain("#!");
  });
});
