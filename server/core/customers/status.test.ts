import { describe, expect, it } from "vitest";
import { concurrently } from "../../testing/concurrently";
import { platformForTests, steppingClock } from "../../testing/platform";
import { beginImport, importBatch } from "../imports/mutations";
import { getPartner } from "../partners/queries";
import { saveProduct } from "../products/mutations";
import { anonymizeCustomer } from "./anonymize";
import { createCustomer } from "./mutations";
import { countCustomers, getCustomer, listCustomers } from "./queries";
import { CustomerSearch, type CustomerStatus } from "./schema";
import { type CustomerMove, moveCustomer } from "./status";
import { updateCustomer } from "./update";

const clock = steppingClock(new Date("2026-11-20T12:00:00Z"));
const platform = await platformForTests({ clock });
const basic = { code: "basic", name: "Basic", floor: 0, defaultRetail: 0, currency: "EUR" };
await saveProduct(platform.system, basic);

let made = 0;
async function newCustomer() {
  const partner = await platform.newPartner();
  const customer = await addCustomer(partner.id);
  return { partner, partnerId: partner.id, customer, customerId: customer.id };
}
function addCustomer(partnerId: string) {
  const email = `c${++made}@example.com`;
  return createCustomer(platform.system, { partnerId, email, metadata: {} });
}
const move = (customerId: string, to: CustomerMove) =>
  moveCustomer(platform.system, { customerId, move: to });

/** The moves that lead to a status from a new customer. */
const WAYS: Record<CustomerStatus, readonly CustomerMove[]> = {
  active: [],
  suspended: ["suspend"],
  closed: ["suspend", "close"],
  anonymized: [],
};
/** The status after each move; null: refused. */
const MOVES: Record<CustomerStatus, Record<CustomerMove, CustomerStatus | null>> = {
  active: { suspend: "suspended", resume: "active", close: "closed", reopen: "active" },
  suspended: { suspend: "suspended", resume: "active", close: "closed", reopen: null },
  closed: { suspend: null, resume: null, close: "closed", reopen: "active" },
  anonymized: { suspend: null, resume: null, close: null, reopen: null },
};

describe.each(Object.keys(MOVES) as CustomerStatus[])("a customer that is %s", (status) => {
  it.each(Object.entries(MOVES[status]) as [CustomerMove, CustomerStatus | null][])(
    "%s leads to %s, and repeating it changes nothing",
    async (name, to) => {
      const { customerId } = await newCustomer();
      for (const step of WAYS[status]) await move(customerId, step);
      if (status === "anonymized") await anonymizeCustomer(platform.system, { customerId });
      const before = await getCustomer(platform.system, { customerId });
      expect(before.status).toBe(status);
      clock.advance(1_000);
      if (to === null) {
        const refused = { code: "conflict", details: { status } };
        await expect(move(customerId, name)).rejects.toMatchObject(refused);
        expect(await getCustomer(platform.system, { customerId })).toEqual(before);
        return;
      }
      const after = await move(customerId, name);
      expect(after).toEqual({
        ...before,
        status: to,
        updatedAt: to === status ? before.updatedAt : clock.now(),
        suspendedAt: to === "suspended" ? (before.suspendedAt ?? clock.now()) : null,
        closedAt: to === "closed" ? (before.closedAt ?? clock.now()) : null,
      });
      clock.advance(1_000);
      expect(await move(customerId, name)).toEqual(after);
    },
  );
});

it.each([
  ["suspend", null, "customer.suspended"],
  ["close", null, "customer.closed"],
  ["resume", "suspend", "customer.resumed"],
  ["reopen", "close", "customer.reopened"],
] as const)("twenty at once: %s has one outcome and one audit row", async (name, first, action) => {
  const { partnerId, customerId } = await newCustomer();
  if (first !== null) await move(customerId, first);
  const results = await concurrently(Array.from({ length: 20 }), () => move(customerId, name));
  const values = results.map((result) => (result.status === "fulfilled" ? result.value : null));
  expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(1);
  const count = await platform.system.db.auditEvent.count({ where: { partnerId, action } });
  expect(count).toBe(1);
});

it("counts the customers that are not closed, also when many change at once", async () => {
  const { id: partnerId } = await platform.newPartner();
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push((await addCustomer(partnerId)).id);
  const [closed, suspended] = [ids.slice(0, 5), ids.slice(5, 7)];
  await concurrently([...closed, ...closed], (id) => move(id, "close"));
  for (const id of suspended) await move(id, "suspend");
  const { partner } = await getPartner(platform.system, { partnerId });
  expect(partner.userCount).toBe(7);
  await anonymizeCustomer(platform.system, { customerId: closed[1] ?? "" });
  const counts = { total: 12, active: 5, suspended: 2, closed: 4, anonymized: 1 };
  expect(await countCustomers(platform.system, { partnerId })).toEqual(counts);
  for (const [status, count] of Object.entries(counts)) {
    if (status === "total") continue;
    const query = CustomerSearch.parse({ status, limit: 100 });
    const { data } = await listCustomers(platform.system, { partnerId, ...query });
    expect(data.map((one) => one.status)).toEqual(Array.from({ length: count }, () => status));
  }
  await move(closed[0] ?? "", "reopen");
  expect((await getPartner(platform.system, { partnerId })).partner.userCount).toBe(8);
});

it("a key's partner record shows the new count right after the closing", async () => {
  const { partner, customerId } = await newCustomer();
  const { plaintext: key } = await platform.newKey(partner);
  const count = async () => (await (await platform.call("/me", { key })).json()).user_count;
  expect(await count()).toBe(1);
  await platform.call(`/accounts/${customerId}/close`, { method: "POST", key });
  expect(await count()).toBe(0);
});

type Line = { external_id: string; occurred_at: string };
async function charge(partner: string, customerId: string, lines: Line[]) {
  const kind = "charges" as const;
  const { runId } = await beginImport(platform.system, { kind, partner, fileHash: null });
  const records = lines.map((line, index) => ({
    line: index + 1,
    record: { ...line, customer_id: customerId, product: "basic", amount: 100 },
  }));
  const range = { afterLine: 0, throughLine: lines.length, lines: records, unreadable: [] };
  return importBatch(platform.system, { kind, partner, runId, ...range });
}

it("refuses charges dated after the closing, and takes those before it, until it reopens", async () => {
  const { partner, customerId } = await newCustomer();
  const closing = clock.now();
  await move(customerId, "close");
  clock.advance(60_000);
  const at = (ms: number) => new Date(closing.getTime() + ms).toISOString();
  const before = { external_id: "before", occurred_at: at(-1) };
  const during = { external_id: "at", occurred_at: at(0) };
  const after = { external_id: "after", occurred_at: at(1) };
  const first = await charge(partner.code, customerId, [before, during, after]);
  expect(first).toMatchObject({
    imported: 2,
    rejected: [{ line: 3, reason: `occurred_at: Customer ${customerId} was closed before.` }],
  });
  await updateCustomer(platform.system, { customerId, name: "Corrected while closed" });
  await move(customerId, "reopen");
  expect(await charge(partner.code, customerId, [after])).toMatchObject({ imported: 1 });
});

it("a suspended customer is still charged", async () => {
  const { partner, customerId } = await newCustomer();
  await move(customerId, "suspend");
  clock.advance(60_000);
  const line = { external_id: "x", occurred_at: clock.now().toISOString() };
  expect(await charge(partner.code, customerId, [line])).toMatchObject({ imported: 1 });
});

it("of a closing and charges at the same time, none is recorded after the closing", async () => {
  const { partner, customerId } = await newCustomer();
  const closing = clock.now();
  clock.advance(60_000);
  // The closing is dated at its own time; all charges are dated a minute after it.
  const past = platform.as({ kind: "system", name: "test" });
  const early = { ...past, clock: { now: () => closing } };
  const line = (n: number) => ({ external_id: `c-${n}`, occurred_at: clock.now().toISOString() });
  const work = Array.from({ length: 20 }, (_, n) => n);
  const order: string[] = [];
  await concurrently(work, async (n) => {
    if (n === 5) {
      await moveCustomer(early, { customerId, move: "close" });
      order.push("closed");
      return;
    }
    const isAfter = order.includes("closed");
    const { imported } = await charge(partner.code, customerId, [line(n)]);
    if (isAfter) expect(imported).toBe(0);
  });
  expect(order).toEqual(["closed"]);
  const late = await charge(partner.code, customerId, [line(99)]);
  expect(late).toMatchObject({ imported: 0 });
});

it("imports a status, so that an export can be imported elsewhere", async () => {
  const partner = await platform.newPartner();
  const kind = "customers" as const;
  const { runId } = await beginImport(platform.system, {
    kind,
    partner: partner.code,
    fileHash: null,
  });
  const statuses = ["active", "suspended", "closed", "unknown"];
  const lines = statuses.map((status, index) => ({
    line: index + 1,
    record: { email: `${status}@example.com`, status },
  }));
  const range = { afterLine: 0, throughLine: 4, lines, unreadable: [] };
  const outcome = await importBatch(platform.system, {
    kind,
    partner: partner.code,
    runId,
    ...range,
  });
  expect(outcome).toMatchObject({ imported: 3, rejected: [{ line: 4 }] });
  const { partner: record } = await getPartner(platform.system, { partnerId: partner.id });
  expect(record.userCount).toBe(2);
});
