import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { createCustomer } from "./mutations";
import { listCustomers } from "./queries";
import { CustomerCreate, CustomerSearch } from "./schema";

const clock = steppingClock(new Date("2026-11-20T12:00:00Z"));
const platform = await platformForTests({ clock });

let made = 0;
const add = (partnerId: string, more: object = {}) =>
  createCustomer(platform.system, {
    partnerId,
    ...CustomerCreate.parse({ email: `c${++made}@example.com`, ...more }),
  });
const page = (partnerId: string, query: object = {}) =>
  listCustomers(platform.system, { partnerId, ...CustomerSearch.parse(query) });

async function partnerWith(count: number): Promise<string> {
  const { id } = await platform.newPartner();
  // Some are created in the same millisecond, where only ids order them.
  for (let i = 0; i < count; i++) {
    await add(id);
    clock.advance(i % 3);
  }
  return id;
}

async function follow(partnerId: string, limit: number, between: () => Promise<unknown>) {
  const seen: { id: string; createdAt: Date }[] = [];
  let cursor: string | null = null;
  do {
    const query: object = { limit, ...(cursor && { cursor }) };
    const [found] = await Promise.all([page(partnerId, query), between()]);
    expect(found.data.length).toBeLessThanOrEqual(limit);
    seen.push(...found.data);
    cursor = found.nextCursor;
  } while (cursor);
  return seen;
}

it("lists each customer once, newest first, while others are added", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 2 }),
      async (count, limit, added) => {
        const partnerId = await partnerWith(count);
        const before = (await page(partnerId, { limit: 100 })).data.map(({ id }) => id);
        expect(before).toHaveLength(count);
        const addSome = () => Promise.all(Array.from({ length: added }, () => add(partnerId)));
        const seen = await follow(partnerId, limit, addSome);
        const ids = seen.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(before.filter((id) => !ids.includes(id))).toEqual([]);
        const ordered = seen.toSorted(
          (a, b) => +b.createdAt - +a.createdAt || (a.id < b.id ? 1 : -1),
        );
        expect(seen).toEqual(ordered);
      },
    ),
    { numRuns: 12 },
  );
});

describe("filters", async () => {
  const partnerId = (await platform.newPartner()).id;
  const oldest = clock.now();
  await add(partnerId, { email: "Ada@example.com", name: "Ada Lovelace", externalId: "crm-1" });
  clock.advance(1_000);
  await add(partnerId, { email: "grace@example.com", name: "Grace 100%_", externalId: "crm-2" });
  clock.advance(1_000);
  const { id } = await add(partnerId, { email: "alan@example.com" });
  const closed = { where: { id }, data: { status: "closed" as const } };
  await platform.wiring.core.transact((tx) => tx.customer.update(closed));
  await add((await platform.newPartner()).id, { email: "ada@example.com", name: "Ada Other" });

  const ADA = "Ada@example.com";
  const GRACE = "grace@example.com";
  const ALAN = "alan@example.com";
  const at = (ms: number) => new Date(oldest.getTime() + ms).toISOString();
  it.each([
    ["everything", {}, [ALAN, GRACE, ADA]],
    ["an address in any case", { email: "ADA@EXAMPLE.COM" }, [ADA]],
    ["an external id", { externalId: "crm-2" }, [GRACE]],
    ["active ones", { status: "active" }, [GRACE, ADA]],
    ["closed ones", { status: "closed" }, [ALAN]],
    ["those later than an instant", { createdAfter: at(0) }, [ALAN, GRACE]],
    ["those earlier than an instant", { createdBefore: at(1_000) }, [ADA]],
    ["those between", { createdAfter: at(0), createdBefore: at(2_000) }, [GRACE]],
    ["the beginning of a name", { search: "ADA l" }, [ADA]],
    ["the beginning of an address", { search: "a" }, [ALAN, ADA]],
    ["a whole external id", { search: "crm-2" }, [GRACE]],
    ["no pattern", { search: "grace 100%_" }, [GRACE]],
    ["nothing by a pattern", { search: "%" }, []],
    ["any word of a name, in any case and order", { search: "LOVElace, ada" }, [ADA]],
    ["nothing by the middle of a word", { search: "ovelace" }, []],
    ["nothing unless every word fits", { search: "ada hopper" }, []],
  ])("find %s", async (_what, query: object, emails) => {
    const { data } = await page(partnerId, query);
    expect(data.map(({ email }) => email)).toEqual(emails);
  });
});

describe("a cursor", async () => {
  const partnerId = await partnerWith(5);
  const cursor = (await page(partnerId, { limit: 2 })).nextCursor ?? "";
  const refused = expect.objectContaining({ code: "invalid_request" });

  it("is returned only if there are more items", async () => {
    expect((await page(partnerId, { limit: 5 })).nextCursor).toBeNull();
    expect((await page(partnerId, { limit: 4 })).nextCursor).not.toBeNull();
  });

  it("continues with a different page size", async () => {
    expect((await page(partnerId, { cursor, limit: 100 })).data).toHaveLength(3);
  });

  it("does not expire", async () => {
    clock.advance(400 * 86_400_000);
    expect((await page(partnerId, { cursor })).data).toHaveLength(3);
  });

  it("is rejected with any character changed, added, removed or encoded differently", async () => {
    const position = fc.nat(cursor.length - 1);
    const letter = fc.constantFrom(..."ABCxyz019-_=+/. %\u0000é");
    await fc.assert(
      fc.asyncProperty(position, letter, fc.constantFrom(0, 1), async (at, char, removed) => {
        const wrong = cursor.slice(0, at) + char + cursor.slice(at + removed);
        fc.pre(wrong !== cursor);
        await expect(page(partnerId, { cursor: wrong })).rejects.toEqual(refused);
      }),
      { numRuns: 300 },
    );
  });

  it("is rejected with other filters, by another partner and by another list", async () => {
    await expect(page(partnerId, { cursor, status: "active" })).rejects.toEqual(refused);
    const other = await platform.newPartner();
    await expect(page(other.id, { cursor })).rejects.toEqual(refused);
    const { prices } = platform.caller((await platform.newPerson(other, "owner")).actor);
    await expect(prices.list({ partner: other.code, cursor })).rejects.toMatchObject({
      cause: refused,
    });
    for (const text of ["", "a", "null", "eyJpZCI6MX0"]) {
      await expect(page(partnerId, { cursor: text })).rejects.toEqual(refused);
    }
  });

  it("does not reveal its partner", () => {
    expect(Buffer.from(cursor, "base64url").toString("latin1")).not.toContain(partnerId);
  });
});
