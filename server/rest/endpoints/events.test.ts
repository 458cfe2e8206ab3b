import { describe, expect, it } from "vitest";
import { createCustomer } from "../../core/customers/mutations";
import type { Scope } from "../../core/kernel/scopes";
import { revokeKey } from "../../core/keys/mutations";
import { setPartnerStatus } from "../../core/partners/mutations";
import type { Partner } from "../../core/partners/schema";
import { platformForTests, steppingClock } from "../../testing/platform";
import { deleteEventsBefore } from "../../usage/sweeps";
import { answerFetch } from "../fetch";

const clock = steppingClock();
const platform = await platformForTests({ clock, hasOwnServer: true });
/** Another process of the same deployment. */
const beside = await platformForTests({ clock, hasOwnServer: true, beside: platform });

type Page = {
  data: { id: string; sequence: number; type: string; data: Record<string, unknown> }[];
  next_after: number;
  has_more: boolean;
};

async function newReader(scopes?: Scope[]) {
  const partner = await platform.newPartner();
  const { key, plaintext } = await platform.newKey(partner, scopes ? { scopes } : {});
  const get = (query = "") => platform.call(`/events${query}`, { key: plaintext });
  const read = async (query = ""): Promise<Page> => {
    const response = await get(query);
    expect(response.status, await response.clone().text()).toBe(200);
    return response.json();
  };
  return { partner, keyId: key.id, key: plaintext, get, read };
}

async function addCustomers({ id: partnerId }: Partner, ...names: string[]): Promise<void> {
  for (const name of names) {
    const input = { email: `${name}@example.com`, externalId: name, metadata: {} };
    await createCustomer(platform.system, { partnerId, ...input });
  }
}

const sequences = ({ data }: Page) => data.map(({ sequence }) => sequence);
const failure = async (response: Response) => {
  const { code, error, details } = await response.json();
  return { status: response.status, code, error, details };
};

describe("the feed", () => {
  it("leads from the first event to the last in pages, each once", async () => {
    const { partner, read } = await newReader();
    await addCustomers(partner, "a", "b", "c", "d");
    const first = await read("?limit=2");
    expect([sequences(first), first.next_after, first.has_more]).toEqual([[1, 2], 2, true]);
    const second = await read(`?limit=2&after=${first.data[1]?.id}`);
    expect([sequences(second), second.has_more]).toEqual([[3, 4], true]);
    const third = await read(`?limit=2&after=${second.next_after}`);
    expect([sequences(third), third.next_after, third.has_more]).toEqual([[5], 5, false]);
    expect(third.data[0]).toMatchObject({ type: "account.created", data: { external_id: "d" } });
    const end = await read("?after=5");
    expect(end).toEqual({ data: [], next_after: 5, has_more: false });
  });

  it("shows each event once while others are being written", async () => {
    const { partner, read } = await newReader();
    const names = Array.from({ length: 24 }, (_, n) => `w${n}`);
    const writing = Promise.all(names.map((name) => addCustomers(partner, name)));
    const found: number[] = [];
    let after = 0;
    while (found.length < names.length + 1) {
      const page = await read(`?limit=3&after=${after}`);
      found.push(...sequences(page));
      after = page.next_after;
    }
    await writing;
    expect(found).toEqual(Array.from({ length: names.length + 1 }, (_, n) => n + 1));
  });

  it("filters by type, and passes over what it leaves out", async () => {
    const { partner, read } = await newReader();
    await addCustomers(partner, "a", "b");
    expect(sequences(await read("?types=key.*"))).toEqual([1]);
    expect(sequences(await read("?types=account.created,key.created,key.*"))).toEqual([1, 2, 3]);
    expect(await read("?types=payout.*")).toEqual({ data: [], next_after: 3, has_more: false });
    expect((await read("?types=account.*&limit=1")).next_after).toBe(2);
  });

  it("shows a key only types whose resources it may read", async () => {
    const { partner, get, read } = await newReader(["events:read", "prices:read"]);
    await addCustomers(partner, "a");
    const page = await read();
    expect([page.data.map(({ type }) => type), page.next_after]).toEqual([["key.created"], 2]);
    for (const types of ["account.created", "account.*", "*"]) {
      const refused = await failure(await get(`?types=${types}`));
      const { status, code, details } = refused;
      expect([status, code, details.required]).toEqual([
        403,
        "insufficient_scope",
        "accounts:read",
      ]);
    }
    const { get: getWithout } = await newReader(["accounts:read"]);
    expect((await failure(await getWithout())).details).toEqual({ required: "events:read" });
  });

  it("refuses what names no event, and says why", async () => {
    const { partner, get } = await newReader();
    const other = await newReader();
    const theirs = (await other.read()).data[0]?.id;
    const invalid = [
      ["after=99", "after: Event not found. The latest is 1."],
      [`after=${theirs}`, "after: Event not found."],
      ["after=evt_00000000000000000000000000", "after: Event not found."],
      ["after=-1", "after: Must be a sequence"],
      ["after=1.5", "after: Must be a sequence"],
      ["after=9999999999999999999", "after: Must be a sequence"],
      ["after=", "after: Must be a sequence"],
      [`after=${partner.id}`, "after: Must be a sequence"],
      ["types=account.craeted", "Did you mean account.created?"],
      ["types=", "types: Unknown event type."],
      ["types=a,,b", "types: Unknown event type."],
      [`types=${"account.created,".repeat(130)}`, "types: At most 2000 characters."],
      ["wait=31", "wait: Must be an integer from 0 to 30."],
      ["wait=-1", "wait: Must be an integer from 0 to 30."],
      ["limit=0", "limit: Must be"],
      ["limit=101", "limit: Must be"],
    ];
    for (const [query, message] of invalid) {
      const { status, code, error } = await failure(await get(`?${query}`));
      expect([status, code], query).toEqual([422, "validation_failed"]);
      expect(error, query).toContain(message);
    }
    const all = await get("?after=0&types=account.created,account.*,key.created&limit=100&wait=0");
    expect(all.status).toBe(200);
  });

  it("is of the key's own partner, whatever it asks", async () => {
    const [own, other] = [await newReader(), await newReader()];
    await addCustomers(own.partner, "own");
    await addCustomers(other.partner, "other", "another");
    for (const query of ["", "?types=*", "?after=0", "?after=1&limit=100", "?types=account.*"]) {
      const { data, next_after } = await own.read(query);
      const owners = data.map((event) => (event as unknown as { partner_id: string }).partner_id);
      expect(new Set(owners), query).toEqual(new Set([own.partner.id]));
      expect(next_after, query).toBe(2);
    }
    // A sequence that only the other partner has reached.
    expect((await failure(await own.get("?after=3"))).status).toBe(422);
    expect((await own.get(`?partner_id=${other.partner.id}`)).status).toBe(400);
  });

  it("answers 410 once events after the cursor have been deleted, and goes on from the oldest", async () => {
    const { partner, get, read } = await newReader();
    await addCustomers(partner, "old");
    const cursor = (await read("?limit=1")).data[0]?.id;
    clock.advance(1_000);
    const before = clock.now();
    await addCustomers(partner, "new");
    await deleteEventsBefore(platform.wiring.core.transact, before);
    for (const after of ["0", "1", cursor]) {
      const { status, code, details } = await failure(await get(`?after=${after}`));
      expect([status, code, details]).toEqual([410, "events_expired", { oldest_sequence: 3 }]);
    }
    expect(sequences(await read())).toEqual([3]);
    expect(sequences(await read("?after=2"))).toEqual([3]);
    clock.advance(1_000);
    await deleteEventsBefore(platform.wiring.core.transact, clock.now());
    expect(await read()).toEqual({ data: [], next_after: 3, has_more: false });
    expect((await read("?after=3")).data).toEqual([]);
    expect((await get("?after=2")).status).toBe(410);
    await addCustomers(partner, "newer");
    expect(sequences(await read("?after=3"))).toEqual([4]);
  });

  it("stays readable while the partner is suspended, and reports it", async () => {
    const { partner, read } = await newReader();
    const suspended = { partnerId: partner.id, status: "suspended" as const };
    await setPartnerStatus(platform.system, suspended);
    expect((await read()).data.at(-1)?.type).toBe("partner.suspended");
  });
});

describe("a request that waits", () => {
  function send(key: string, query: string, signal?: AbortSignal): Promise<Response> {
    const url = `http://latchkey.test/api/v1/reseller/events?${query}`;
    const headers = { authorization: `Bearer ${key}` };
    const request = new Request(url, { headers, ...(signal && { signal }) });
    return answerFetch(platform.wiring.api, request, { address: "192.0.2.1" });
  }

  /** With the position of now: a held request may read what is the latest only later. */
  async function start(key: string, query: string, signal?: AbortSignal): Promise<Response> {
    const { next_after }: Page = await (await send(key, "after=latest")).json();
    return send(key, `after=${next_after}&${query}`, signal);
  }

  /** Resolves once so many requests are held. */
  async function held(count = 1): Promise<void> {
    while (platform.wiring.holds.stats().now < count) {
      await new Promise((turn) => setImmediate(turn));
    }
  }

  it("is answered with the event, written by this process or by another", async () => {
    const { partner, key } = await newReader();
    for (const [n, { system }] of [platform, beside].entries()) {
      const request = start(key, "wait=30&types=account.*");
      await held();
      const input = { email: `n${n}@example.com`, externalId: `n${n}`, metadata: {} };
      await createCustomer(system, { partnerId: partner.id, ...input });
      const page: Page = await (await request).json();
      expect(page.data.map(({ data }) => data.external_id)).toEqual([`n${n}`]);
    }
  });

  it("waits on after events of other types", async () => {
    const { partner, key } = await newReader();
    const request = start(key, "wait=30&types=key.*");
    await held();
    await addCustomers(partner, "a", "b");
    await platform.newKey(partner);
    const page: Page = await (await request).json();
    expect(page.data.map(({ type, sequence }) => [type, sequence])).toEqual([["key.created", 4]]);
  });

  it.each(["", "&types=account.*"])("ends when its key is revoked%s", async (types) => {
    const { key, keyId } = await newReader();
    const request = start(key, `wait=30${types}`);
    await held();
    await revokeKey(beside.system, { keyId, after: "now" });
    expect(await failure(await request)).toMatchObject({ status: 401, code: "revoked_api_key" });
  });

  it("ends without events when its time is over, and says where to go on", async () => {
    const { key } = await newReader();
    const response = await send(key, "after=latest&wait=1");
    expect(await response.json()).toEqual({ data: [], next_after: 1, has_more: false });
  });

  it("gives its place back when the client leaves", async () => {
    const { key } = await newReader();
    const leaving = new AbortController();
    const request = start(key, "wait=30", leaving.signal);
    await held();
    leaving.abort();
    expect((await request).status).toBe(499);
    expect(platform.wiring.holds.stats().now).toBe(0);
  });

  it("is one of at most 20 of its key, none of which holds a database connection", async () => {
    const { partner, key, get } = await newReader();
    const requests = Array.from({ length: 20 }, () => start(key, "wait=30"));
    await held(20);
    // Others use connections now and then. A waiting request that held one would do so for good.
    const poolNow = async () => (await platform.wiring.core.health()).figures.pool;
    for (let pool = await poolNow(); pool.total > pool.idle; ) pool = await poolNow();
    expect(platform.wiring.holds.stats().now).toBe(20);
    // One more has to say when to ask again, or its client would ask without a pause.
    const further = await get("?after=latest&wait=30");
    expect(further.headers.get("retry-after")).toBe("5");
    expect((await further.json()).data).toEqual([]);
    expect((await get("?after=latest&wait=2")).headers.get("retry-after")).toBe("2");
    expect((await get("?wait=30")).headers.get("retry-after")).toBeNull();
    expect((await get("?after=latest")).headers.get("retry-after")).toBeNull();
    await addCustomers(partner, "a");
    for (const response of await Promise.all(requests)) {
      expect(sequences(await response.json())).toEqual([2]);
    }
  });

  it("costs nothing for events of other types, and one read of the key with 19 others for its own", async () => {
    const { partner, key } = await newReader();
    const readsNow = async () => (await platform.wiring.core.health()).figures.keyCache.rereads;
    const requests = Array.from({ length: 20 }, () => start(key, "wait=30&types=payout.*,key.*"));
    await held(20);
    const before = await readsNow();
    for (let n = 0; n < 10; n += 1) await addCustomers(partner, `n${n}`);
    expect(platform.wiring.holds.stats().now).toBe(20);
    await platform.newKey(partner);
    for (const response of await Promise.all(requests)) {
      expect(sequences(await response.json())).toEqual([12]);
    }
    expect((await readsNow()) - before).toBeLessThanOrEqual(2);
  });

  it("ends when the server stops", async () => {
    const { key } = await newReader();
    const request = start(key, "wait=30");
    await held();
    platform.wiring.holds.end();
    expect((await request).status).toBe(200);
  });
});
