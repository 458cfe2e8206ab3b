import fc from "fast-check";
import { expect, it } from "vitest";
import { concurrently } from "../../testing/concurrently";
import { platformForTests, steppingClock } from "../../testing/platform";
import { createCustomer } from "./mutations";
import { getCustomer } from "./queries";
import { CustomerCreate, CustomerUpdate } from "./schema";
import { updateCustomer } from "./update";

const clock = steppingClock(new Date("2026-11-20T12:00:00Z"));
const platform = await platformForTests({ clock });

let made = 0;
async function newCustomer(more: object = {}, of?: { id: string }) {
  const { id: partnerId } = of ?? (await platform.newPartner());
  const input = CustomerCreate.parse({ email: `c${++made}@example.com`, ...more });
  const customer = await createCustomer(platform.system, { partnerId, ...input });
  return { partnerId, customer };
}
const update = (customerId: string, changes: object) =>
  updateCustomer(platform.system, { customerId, ...CustomerUpdate.parse(changes) });

/** How many calls succeeded, and how many failed by code. */
function codesOf(results: readonly PromiseSettledResult<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const code = result.status === "fulfilled" ? "done" : String(result.reason.code);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

it("keeps omitted fields, clears with null, and merges metadata key by key", async () => {
  const { customer } = await newCustomer({
    name: "Ada",
    externalId: "crm-1",
    metadata: { a: "1", b: "2" },
  });
  clock.advance(1_000);
  const changed = await update(customer.id, { name: null, metadata: { a: null, c: "3" } });
  expect(changed).toEqual({
    ...customer,
    name: null,
    metadata: { b: "2", c: "3" },
    updatedAt: clock.now(),
  });
  expect(await getCustomer(platform.system, { customerId: customer.id })).toEqual(changed);
  expect(await update(customer.id, { metadata: null })).toMatchObject({ metadata: {} });
  expect(await update(customer.id, { externalId: null })).toMatchObject({ externalId: null });
});

it("merges any metadata as RFC 7396 does", async () => {
  const key = fc.constantFrom("a", "b", "constructor", "toString", "c d");
  const value = fc.string({ maxLength: 5 }).filter((text) => !/\0|\p{Cs}/u.test(text));
  const { customer } = await newCustomer();
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(key, value, { noNullPrototype: true }),
      fc.dictionary(key, fc.option(value), { noNullPrototype: true }),
      async (before, patch) => {
        await update(customer.id, { metadata: null });
        await update(customer.id, { metadata: before });
        const expected = new Map(Object.entries(before));
        for (const [name, set] of Object.entries(patch)) {
          if (set === null) expected.delete(name);
          else expected.set(name, set);
        }
        const { metadata } = await update(customer.id, { metadata: patch });
        expect(new Map(Object.entries(metadata))).toEqual(expected);
      },
    ),
    { numRuns: 30 },
  );
});

it("the same values again change nothing: no time, no audit row", async () => {
  const { partnerId, customer } = await newCustomer({ name: "Ada", metadata: { a: "1" } });
  const rows = () =>
    platform.system.db.auditEvent.count({ where: { partnerId, action: "customer.updated" } });
  clock.advance(1_000);
  const { email } = customer;
  const same = { email, name: "Ada", externalId: null, metadata: { a: "1", gone: null } };
  expect(await update(customer.id, same)).toEqual(customer);
  expect(await rows()).toBe(0);
  // The case of an email is a change, although it matches the same.
  await update(customer.id, { email: email.toUpperCase() });
  expect(await rows()).toBe(1);
});

it("rejects an email or an external ID that another customer has, also in another case", async () => {
  const partner = await platform.newPartner();
  const { customer: one } = await newCustomer({ externalId: "crm-1" }, partner);
  const { customer: two } = await newCustomer({ externalId: "crm-2" }, partner);
  const refused = (field: string) => ({ code: "conflict", details: { field, id: one.id } });
  const taken = update(two.id, { email: one.email.toUpperCase() });
  await expect(taken).rejects.toMatchObject(refused("email"));
  const named = update(two.id, { externalId: "crm-1" });
  await expect(named).rejects.toMatchObject(refused("externalId"));
  const { customer: elsewhere } = await newCustomer();
  await update(elsewhere.id, { email: one.email, externalId: "crm-1" });
});

it("of twenty customers that take one email at once, one gets it", async () => {
  const partner = await platform.newPartner();
  const rivals = [];
  for (let n = 0; n < 20; n++) rivals.push((await newCustomer({}, partner)).customer.id);
  const email = "wanted@example.com";
  const results = await concurrently(rivals, (id) => update(id, { email }));
  expect(codesOf(results)).toEqual({ done: 1, conflict: 19 });
});

it("of twenty changes based on the same state, one is made", async () => {
  const { customer } = await newCustomer();
  const results = await concurrently(
    Array.from({ length: 20 }, (_, n) => n),
    (n) =>
      updateCustomer(platform.system, {
        customerId: customer.id,
        name: `Name ${n}`,
        isExpected: (current) => current.name === null,
      }),
  );
  expect(codesOf(results)).toEqual({ done: 1, precondition_failed: 19 });
});

it("the metadata may have 50 keys after a change, whatever the change removes", async () => {
  const keys = (from: number, value: string | null = "v") =>
    Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${from + i}`, value]));
  const { customer } = await newCustomer({ metadata: keys(0) });
  await expect(update(customer.id, { metadata: { more: "1" } })).rejects.toMatchObject({
    code: "validation_failed",
    details: { issues: [{ path: "metadata" }] },
  });
  const replaced = { ...keys(0, null), ...keys(100) };
  expect(await update(customer.id, { metadata: replaced })).toMatchObject({ metadata: keys(100) });
});

it("only the scope accounts:manage lets a key change a customer", async () => {
  const { partnerId, customer } = await newCustomer();
  const as = (scope: "accounts:read" | "accounts:write" | "accounts:manage") =>
    platform.as({ kind: "key", keyId: "key_x", partnerId, scopes: [scope] });
  const change = (scope: Parameters<typeof as>[0]) =>
    updateCustomer(as(scope), { customerId: customer.id, name: scope });
  for (const scope of ["accounts:read", "accounts:write"] as const) {
    await expect(change(scope)).rejects.toMatchObject({ code: "forbidden" });
  }
  expect(await change("accounts:manage")).toMatchObject({ name: "accounts:manage" });
  const other = await platform.newPartner();
  const scopes = ["accounts:manage"] as const;
  const theirs = platform.as({ kind: "key", keyId: "key_y", partnerId: other.id, scopes });
  const foreign = updateCustomer(theirs, { customerId: customer.id, name: "x" });
  await expect(foreign).rejects.toMatchObject({ code: "not_found" });
});

it("a customer of an earlier release was last changed when it was created", async () => {
  const { customer } = await newCustomer();
  await platform.wiring.core.transact((tx) =>
    tx.customer.update({ where: { id: customer.id }, data: { updatedAt: null } }),
  );
  const found = await getCustomer(platform.system, { customerId: customer.id });
  expect(found.updatedAt).toEqual(customer.createdAt);
});

it.each([
  ["null for the email", { email: null }],
  ["a blank name", { name: " " }],
  ["an unknown field", { status: "closed" }],
  ["a number in metadata", { metadata: { a: 1 } }],
  ["__proto__ in metadata", { metadata: JSON.parse('{"__proto__": "x"}') }],
])("refuses %s", (_what, wrong) => {
  expect(CustomerUpdate.safeParse(wrong).success).toBe(false);
});
