import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { setKeyExpiry, setKeyNetworks } from "../core/keys/edit";
import { revokeKey, setKeyLimit } from "../core/keys/mutations";
import { setPartnerStatus } from "../core/partners/mutations";
import { openHeldRequests } from "./testing/held-requests";

type Stand = Awaited<ReturnType<typeof openHeldRequests>>;
let spent: Awaited<ReturnType<Stand["newSpentKey"]>>;
const stand = await openHeldRequests();
afterAll(() => stand.close());
beforeEach(async () => {
  spent = await stand.newSpentKey();
});

/** The longest delay until a held request notices a change. */
const TICK_MS = 500;

const codeOf = async (response: Response | null) => (await response?.json())?.code;
const statuses = (held: readonly { response: Response | null }[]) =>
  held.map(({ response }) => response?.status);
const post = (email: string, name = "n") => ({
  path: "/accounts",
  method: "POST",
  body: JSON.stringify({ email, name }),
});

describe("a request with Prefer: wait", () => {
  it("is held until its slot instead of being rejected, and the response says so", async () => {
    const others = [stand.hold(spent.key), stand.hold(spent.key)];
    const last = stand.hold(spent.key);
    await stand.pass(900);
    expect(statuses([...others, last])).toEqual([undefined, undefined, undefined]);
    await stand.pass(110);
    expect(statuses([...others, last])).toEqual([200, undefined, undefined]);
    await stand.pass(2_000);
    expect(statuses([...others, last])).toEqual([200, 200, 200]);
    const { headers } = await last.answered;
    expect(headers.get("preference-applied")).toBe("wait");
    expect(headers.get("vary")).toBe("Prefer");
    expect(headers.get("retry-after")).toBeNull();
    expect(headers.get("ratelimit")).toMatch(/^"burst";r=0/);
  });

  it("is served normally while the bucket has tokens", async () => {
    await stand.pass(1_000);
    const { status, headers } = await stand.send(spent.key, { prefer: "wait=30" });
    expect(status).toBe(200);
    expect(headers.get("preference-applied")).toBeNull();
    expect(headers.get("vary")).toBeNull();
  });

  it("is rejected immediately, with a correct Retry-After, if its slot is too far away", async () => {
    const held = [1, 2, 3].map(() => stand.hold(spent.key));
    await stand.settle();
    const refused = await stand.send(spent.key, { prefer: "wait=3" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "4"]);
    expect(refused.headers.get("preference-applied")).toBeNull();
    await stand.pass(4_000);
    expect(statuses(held)).toEqual([200, 200, 200]);
    expect((await stand.send(spent.key)).status).toBe(200);
  });

  it.each(["wait=0", "wait=-1", "wait=1e9", "wait=31", "wait", "respond-async", "30; foo=bar"])(
    "is treated as unheld with %s",
    async (prefer) => {
      expect((await stand.send(spent.key, { prefer })).status).toBe(429);
    },
  );

  it.each(["wait=30; foo=bar", "respond-async, wait=30", "wait=30, wait=0"])(
    "is held with %s",
    async (prefer) => {
      const held = stand.hold(spent.key, { prefer });
      await stand.pass(1_000);
      expect(statuses([held])).toEqual([200]);
    },
  );

  it("is served after a blocked event loop of 1 s and after a suspension of 20 s", async () => {
    const late = stand.hold(spent.key);
    await stand.pass(2_000, { isBusy: true });
    expect(statuses([late])).toEqual([200]);
    await stand.pass(0);
    const held = Array.from({ length: 20 }, () => stand.hold(spent.key));
    await stand.pass(20_000, { isBusy: true });
    await stand.pass(10_000);
    expect(statuses(held)).toEqual(held.map(() => 200));
  });

  it("keeps its body and reads no more of it than other requests do", async () => {
    const small = stand.hold(spent.key, post("a@example.com", "x".repeat(100)));
    const large = post("b@example.com", "x".repeat(70_000));
    const unsaid = stand.hold(spent.key, large);
    const headers = { "content-length": String(large.body.length) };
    const said = stand.hold(spent.key, { ...large, headers });
    await stand.pass(2_000);
    expect(statuses([small, unsaid, said])).toEqual([201, 413, 429]);
  });

  it("excludes the hold from the logged duration", async () => {
    stand.hold(spent.key);
    await stand.pass(1_000);
    const { request, status } = stand.recorded.at(-1) ?? {};
    expect(status).toBe(200);
    // The hold was in virtual time, so this is the real time of the response alone.
    expect(request?.durationUs).toBeGreaterThan(0);
    expect(request?.durationUs).toBeLessThan(500_000);
  });
});

describe("a held request ends", () => {
  it("with 403 when its key may no longer be used from its address, and frees its slot", async () => {
    const held = stand.hold(spent.key);
    const { keyId } = spent;
    await stand.pass(100);
    const narrow = { keyId, allowedNetworks: ["10.0.0.0/8"], mayWiden: false };
    await setKeyNetworks(stand.system, narrow);
    await stand.pass(TICK_MS);
    expect(await codeOf(held.response)).toBe("address_not_allowed");
    expect(stand.holds.stats().now).toBe(0);
    expect((await stand.send(spent.key, { prefer: "wait=30" })).status).toBe(403);
    await setKeyNetworks(stand.system, { keyId, allowedNetworks: [], mayWiden: true });
    await stand.pass(400);
    expect((await stand.send(spent.key)).status, "the slot went to nobody").toBe(200);
  });

  it("with 401 when its key is revoked, and frees its slot", async () => {
    const held = [1, 2, 3].map(() => stand.hold(spent.key));
    await stand.pass(100);
    await revokeKey(stand.system, { keyId: spent.keyId, after: "now" });
    await stand.pass(TICK_MS);
    expect(statuses(held)).toEqual([401, 401, 401]);
    for (const { response } of held) expect(await codeOf(response)).toBe("revoked_api_key");
  });

  it("with 401 when its key expires", async () => {
    const now = stand.system.clock.now().getTime();
    // Between two slots: whether a slot at that very moment is served would be a matter of rounding.
    await setKeyExpiry(stand.system, { keyId: spent.keyId, expiresAt: new Date(now + 4_500) });
    const held = Array.from({ length: 8 }, () => stand.hold(spent.key));
    await stand.pass(5_000 + TICK_MS);
    expect(statuses(held)).toEqual([200, 200, 200, 200, 401, 401, 401, 401]);
    expect(await codeOf(held[7]?.response ?? null)).toBe("expired_api_key");
  });

  it("with 403 when its partner is suspended, except for reads", async () => {
    const read = stand.hold(spent.key);
    const write = stand.hold(spent.key, post("c@example.com"));
    await stand.pass(100);
    await setPartnerStatus(stand.system, {
      partnerId: spent.partner.id,
      status: "suspended",
      reason: "test",
    });
    await stand.pass(TICK_MS);
    expect(statuses([read, write])).toEqual([undefined, 403]);
    await stand.pass(500);
    expect(statuses([read, write])).toEqual([200, 403]);
  });

  it("when its client disconnects, and its slot serves the next request", async () => {
    const client = new AbortController();
    const left = stand.hold(spent.key, { signal: client.signal });
    const next = stand.hold(spent.key);
    await stand.settle();
    client.abort();
    const gone = stand.holds.stats().gone;
    await stand.pass(1_000 + TICK_MS);
    expect(statuses([left, next])).toEqual([499, 200]);
    expect(stand.holds.stats().gone).toBe(gone + 1);
  });

  it("as soon as a raised limit allows, and at its slot with a lowered limit", async () => {
    const held = Array.from({ length: 6 }, () => stand.hold(spent.key));
    await stand.pass(1_000);
    await setKeyLimit(stand.system, { keyId: spent.keyId, perMinute: 6 });
    await stand.pass(1_000);
    expect(statuses(held).filter(Boolean)).toEqual([200, 200]);
    await setKeyLimit(stand.system, { keyId: spent.keyId, perMinute: 6_000 });
    // At the next tick each request gets a slot at the new rate, 100 a second.
    await stand.pass(TICK_MS + 100);
    expect(statuses(held)).toEqual(held.map(() => 200));
  });
});

describe("the number of held requests", () => {
  it("is at most 20 per key; the others get a 429 with Retry-After", async () => {
    const asked = Array.from({ length: 1_000 }, () => stand.hold(spent.key));
    await stand.settle();
    expect(stand.holds.stats().now).toBe(20);
    const refused = asked.filter(({ response }) => response?.status === 429);
    expect(refused).toHaveLength(980);
    for (const { response } of refused) {
      expect(Number(response?.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    await stand.pass(31_000);
    expect(stand.holds.stats().now).toBe(0);
    const rest = asked.filter((one) => !refused.includes(one));
    expect(statuses(rest)).toEqual(rest.map(() => 200));
  });

  it("gives a burst's places only to those that the limit would refuse", async () => {
    await stand.pass(60_000);
    const asked = Array.from({ length: 25 }, () => stand.hold(spent.key));
    await stand.settle();
    expect(statuses(asked)).toEqual(asked.map((_, n) => (n < 10 ? 200 : undefined)));
    await stand.pass(16_000);
    expect(statuses(asked)).toEqual(asked.map(() => 200));
  });

  it("is at most half of 500 for one partner, and leaves room for the others", async () => {
    const askAll = async (keys: number) => {
      const partner = await stand.newPartner();
      const spentKeys: string[] = [];
      for (let n = 0; n < keys; n += 1) spentKeys.push((await stand.newSpentKey(partner)).key);
      const before = stand.holds.stats().now;
      const asked = spentKeys.flatMap((key) => Array.from({ length: 20 }, () => stand.hold(key)));
      await stand.settle();
      const held = stand.holds.stats().now - before;
      const refused = statuses(asked).filter((status) => status === 429);
      expect(refused).toHaveLength(asked.length - held);
      return held;
    };
    expect([await askAll(26), await askAll(2), await askAll(13)]).toEqual([250, 40, 105]);
    await stand.pass(40_000);
    expect(stand.holds.stats().now).toBe(0);
  });

  it("is not used up by requests that fail before they are held", async () => {
    await revokeKey(stand.system, { keyId: spent.keyId, after: "now" });
    const failed = Array.from({ length: 30 }, () => stand.hold(spent.key));
    await stand.settle();
    expect(statuses(failed)).toEqual(failed.map(() => 401));
    expect(stand.holds.stats().now).toBe(0);
  });
});

describe("parallel requests of one client", () => {
  const COUNT = 120;
  const ids = {
    "the same X-Client-Id": () => "worker",
    "different X-Client-Ids": (n: number) => `worker ${n}`,
    "no X-Client-Id": () => null,
  };

  /** Sends them all at once, obeys Retry-After, and returns the seconds until the last is served. */
  async function secondsUntilServed(prefer: string, idOf: (n: number) => string | null) {
    const { key } = await stand.newSpentKey();
    let left = COUNT;
    const get = (n: number) => {
      const id = idOf(n);
      return stand.hold(key, { ...(id !== null && { headers: { "x-client-id": id } }), prefer });
    };
    let open = Array.from({ length: COUNT }, (_, n) => ({ n, sent: get(n), dueMs: 0 }));
    for (let ms = 0; ms < 600_000; ms += 100) {
      await stand.pass(100);
      for (const one of open) {
        const { response } = one.sent;
        if (one.dueMs === 0 && response?.status === 200) left -= 1;
        if (one.dueMs === 0 && response?.status === 429) {
          one.dueMs = ms + Number(response.headers.get("retry-after")) * 1_000;
        } else if (one.dueMs > 0 && one.dueMs <= ms) {
          Object.assign(one, { sent: get(one.n), dueMs: 0 });
        }
      }
      open = open.filter(({ sent, dueMs }) => dueMs > 0 || sent.response?.status !== 200);
      if (left === 0) return ms / 1_000;
    }
    return Number.POSITIVE_INFINITY;
  }

  it.each(Object.entries(ids))("with %s need no longer with Prefer: wait", async (_, idOf) => {
    const plain = await secondsUntilServed("respond-async", idOf);
    const held = await secondsUntilServed("wait=30", idOf);
    expect(held / plain).toBeLessThanOrEqual(1.1);
  });
});

// The last test: this process holds nothing from then on.
it("a stopping process sends its held requests a 429 with a correct Retry-After", async () => {
  const held = [1, 2, 3].map(() => stand.hold(spent.key));
  await stand.pass(100);
  stand.holds.end();
  await stand.pass(TICK_MS);
  expect(statuses(held)).toEqual([429, 429, 429]);
  const waits = held.map(({ response }) => Number(response?.headers.get("retry-after")));
  expect(waits).toEqual([1, 2, 3]);
  const after: number[] = [];
  for (const _ of waits) {
    await stand.pass(1_000);
    after.push((await stand.send(spent.key)).status);
  }
  expect(after).toEqual([200, 200, 200]);
  const other = await stand.newSpentKey();
  expect((await stand.send(other.key, { prefer: "wait=30" })).status).toBe(429);
});
