import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { getMetrics } from "../metrics/queries";
import { setPrice } from "../prices/mutations";
import { getPrice } from "../prices/queries";
import { saveProduct } from "../products/mutations";
import { beginImport, finishImport, importBatch } from "./mutations";
import type { ImportBegin, ImportKind } from "./schema";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const counts = (imported: number, existing = 0) => ({ imported, existing, lifted: 0 });

const platform = await platformForTests({ clock });
const product = { code: "basic", name: "Basic", floor: 0, defaultRetail: 0, currency: "EUR" };
await saveProduct(platform.system, product);

const newHash = () => createHash("sha256").update(randomUUID()).digest("hex");

/** Sends records as the only batch of a new run. */
async function send(kind: ImportKind, records: unknown[], partner: string | null = null) {
  const begin: ImportBegin = { kind, partner, fileHash: newHash() };
  const { runId } = await beginImport(platform.system, begin);
  return importBatch(platform.system, batchOf(begin, runId, 0, records));
}

function batchOf(begin: ImportBegin, runId: string | null, afterLine: number, records: unknown[]) {
  const { kind, partner } = begin;
  const lines = records.map((record, index) => ({ line: afterLine + index + 1, record }));
  const throughLine = afterLine + records.length;
  return { kind, partner, runId, afterLine, throughLine, lines, unreadable: [] };
}

const customer = (n: number | string, more = {}) => ({
  email: `c${n}@example.com`,
  external_id: `c-${n}`,
  ...more,
});
const charge = (n: number | string, more = {}) => ({
  external_id: `x-${n}`,
  customer_external_id: "c-1",
  product: "basic",
  amount: "100",
  occurred_at: "2026-03-01T12:00:00Z",
  ...more,
});

async function newSeller() {
  const partner = await platform.newPartner();
  await send("customers", [customer(1)], partner.code);
  const countOf = () => platform.system.db.charge.count({ where: { partnerId: partner.id } });
  return { partner, countOf };
}

it("imports customers, and user_count is correct at the next request", async () => {
  const { partner, plaintext } = await platform.newPartnerWithKey();
  const countNow = async () =>
    (await (await platform.call("/me", { key: plaintext })).json()).user_count;
  expect(await countNow()).toBe(0);
  const records = [customer(1), customer(2, { name: "Åsa", metadata: { plan: "x" } })];
  expect(await send("customers", records, partner.code)).toMatchObject({ imported: 2 });
  expect(await countNow()).toBe(2);
  const again = await send("customers", [...records, customer("1", { email: "C1@Example.com" })]);
  expect(again.rejected.map(({ reason }) => reason)).toEqual(Array(3).fill("partner: Required."));
  const third = await send("customers", [...records, customer(3)], partner.code);
  expect(third).toEqual({ imported: 1, existing: 2, rejected: [], lifted: 0 });
  expect(await countNow()).toBe(3);
});

it("rejects a customer whose email or external ID is taken", async () => {
  const partner = await platform.newPartner();
  await send("customers", [customer(1), customer(2)], partner.code);
  const records = [
    customer(1, { external_id: "c-2" }),
    customer(2, { email: "new@example.com" }),
    customer(3, { external_id: "c-1" }),
  ];
  const { imported, existing, rejected } = await send("customers", records, partner.code);
  expect({ imported, existing }).toEqual({ imported: 0, existing: 0 });
  expect(rejected.map(({ line }) => line)).toEqual([1, 2, 3]);
});

it("keeps the original creation time of imported customers", async () => {
  const partner = await platform.newPartner();
  const records = [
    customer(1, { created_at: "2026-01-05T00:00:00Z" }),
    customer(2, { created_at: "2027-01-05T00:00:00Z" }),
  ];
  const { rejected } = await send("customers", records, partner.code);
  expect(rejected).toEqual([{ line: 2, reason: "created_at: Must not be in the future." }]);
  const days = { from: "2026-01-05", to: "2026-01-06", interval: "day" } as const;
  const { totals } = await getMetrics(platform.system, { partnerId: partner.id, ...days });
  expect(totals.newCustomers).toBe(1);
});

it("finds a charge's customer by any identifier and uses the product's currency", async () => {
  const { partner } = await newSeller();
  const where = { partnerId: partner.id };
  const found = await platform.system.db.customer.findFirst({ where });
  const id = found?.id ?? "";
  const names = [
    { customer_external_id: "c-1" },
    { customer_external_id: undefined, customer_email: "C1@EXAMPLE.com" },
    { customer_external_id: undefined, customer_id: id, currency: "EUR" },
  ];
  const records = names.map((name, n) => charge(n, name));
  expect(await send("charges", records, partner.code)).toMatchObject({ imported: 3, rejected: [] });
  const charges = await platform.system.db.charge.findMany({ where, orderBy: { id: "asc" } });
  expect(new Set(charges.map(({ customerId }) => customerId))).toEqual(new Set([id]));
  expect(charges.map(({ currency }) => currency)).toEqual(["EUR", "EUR", "EUR"]);
});

it("reports the error of each invalid line and imports the valid lines", async () => {
  const { partner, countOf } = await newSeller();
  const other = await newSeller();
  await send("customers", [customer("t", { external_id: "theirs" })], other.partner.code);
  const theirs = await platform.system.db.customer.findFirst({ where: { externalId: "theirs" } });
  const bad: [object, string][] = [
    [{ external_id: undefined }, "external_id"],
    [{ amount: "12.50" }, "amount"],
    [{ amount: "-1" }, "amount"],
    [{ amount: 1.5 }, "amount"],
    [{ amount: 2 ** 53 }, "amount"],
    [{ currency: "eur" }, "currency"],
    [{ occurred_at: "2026-03-01" }, "occurred_at"],
    [{ occurred_at: "2026-03-16T00:00:00Z" }, "Must not be in the future."],
    [{ customer_email: "c1@example.com" }, "Must have one of"],
    [{ customer_external_id: undefined, customer_id: "\u0000" }, "customer_id"],
    [{ customer_external_id: "c-9" }, "Customer c-9 not found"],
    [{ product: "pro" }, "Product pro not found"],
    [{ currency: "USD" }, "currency: The product's currency is EUR."],
    [{ customer_external_id: "theirs" }, "Customer theirs not found"],
    [{ customer_external_id: undefined, customer_id: theirs?.id }, "Customer acc_"],
    [{ partner: "nobody" }, "partner: Must be "],
    [{ partner: other.partner.code }, "partner: Must be "],
    [{ extrenal_id: "x" }, "Did you mean external_id?"],
    [{ external_id: "\ud800" }, "external_id"],
  ];
  const records = [charge("good"), ...bad.map(([fields], n) => charge(n, fields)), null, [], "x"];
  const { imported, existing, rejected } = await send("charges", records, partner.code);
  expect({ imported, existing }).toEqual({ imported: 1, existing: 0 });
  const reasons = new Map(rejected.map(({ line, reason }) => [line, reason]));
  for (const [n, [, words]] of bad.entries()) expect(reasons.get(n + 2)).toContain(words);
  expect(rejected).toHaveLength(bad.length + 3);
  expect(await countOf()).toBe(1);
});

it("skips an identical charge and rejects a different one with the same external ID", async () => {
  const { partner, countOf } = await newSeller();
  await send("charges", [charge(1)], partner.code);
  const records = [charge(1), charge(1, { amount: 101 }), charge(2), charge(2, { amount: 99 })];
  expect(await send("charges", records, partner.code)).toEqual({
    ...counts(1, 1),
    rejected: [2, 4].map((line) => ({
      line,
      reason: "external_id: Another charge has this external_id.",
    })),
  });
  expect(await countOf()).toBe(2);
});

it("imports charges of several partners from one file", async () => {
  const sellers = await Promise.all([newSeller(), newSeller(), newSeller()]);
  const records = Array.from({ length: 9 }, (_, n) =>
    charge(n, { partner: sellers[n % 3]?.partner.code }),
  );
  expect(await send("charges", records)).toMatchObject({ imported: 9, rejected: [] });
  for (const { countOf } of sellers) expect(await countOf()).toBe(3);
});

it("creates and updates products, but never their currency", async () => {
  const code = `p-${randomUUID()}`;
  const product = { code, name: "P", floor: "100", default_retail: "200", currency: "EUR" };
  expect(await send("products", [product, product])).toMatchObject({ imported: 1, existing: 1 });
  const records = [
    { ...product, floor: "150" },
    { ...product, currency: "USD" },
    { ...product, default_retail: "1" },
  ];
  const { imported, rejected } = await send("products", records);
  expect([imported, rejected.map(({ line }) => line)]).toEqual([1, [2, 3]]);
  const row = await platform.system.db.product.findUnique({ where: { code } });
  expect(row).toMatchObject({ floor: 150n, defaultRetail: 200n, currency: "EUR" });
});

it("raises prices below a new minimum and reports how many; a dry run does neither", async () => {
  const code = `p-${randomUUID()}`;
  const product = { code, name: "P", floor: "100", default_retail: "200", currency: "EUR" };
  await send("products", [product]);
  const amounts = [100, 149, 150];
  const partners = await Promise.all(amounts.map(() => platform.newPartner()));
  const set = (n: number) =>
    setPrice(platform.system, {
      partnerId: partners[n]?.id ?? "",
      product: code,
      amount: amounts[n] ?? 0,
    });
  for (const n of amounts.keys()) await set(n);
  const now = () =>
    Promise.all(
      partners.map(
        async ({ id }) =>
          (await getPrice(platform.system, { partnerId: id, product: code })).amount,
      ),
    );
  const begin: ImportBegin = { kind: "products", partner: null, fileHash: newHash() };
  const records = [{ ...product, floor: "150" }];
  const dryRun = batchOf({ ...begin, fileHash: null }, null, 0, records);
  expect(await importBatch(platform.system, dryRun)).toMatchObject({ imported: 1, lifted: 2 });
  expect(await now()).toEqual(amounts);
  const { runId } = await beginImport(platform.system, begin);
  await importBatch(platform.system, batchOf(begin, runId, 0, records));
  expect(await now()).toEqual([150, 150, 150]);
  expect(await finishImport(platform.system, { runId })).toMatchObject({ imported: 1, lifted: 2 });
});

it("a dry run writes nothing and reports what would be imported", async () => {
  const { partner, countOf } = await newSeller();
  const begin = { kind: "charges", partner: partner.code, fileHash: null } as const;
  const batch = batchOf(begin, null, 0, [charge(1), charge(2, { product: "pro" })]);
  const before = await platform.system.db.auditEvent.count();
  expect(await importBatch(platform.system, batch)).toEqual({
    ...counts(1),
    rejected: [{ line: 2, reason: "Product pro not found." }],
  });
  expect(await countOf()).toBe(0);
  expect(await platform.system.db.auditEvent.count()).toBe(before);
});

it("resumes after the last written batch, and starts over after the import has finished", async () => {
  const { partner } = await newSeller();
  const begin: ImportBegin = { kind: "charges", partner: partner.code, fileHash: newHash() };
  const { runId } = await beginImport(platform.system, begin);
  const bad = { ...charge("bad"), product: "pro" };
  await importBatch(platform.system, batchOf(begin, runId, 0, [charge(1), bad]));
  const begun = { runId, linesDone: 2, rejected: 1 };
  expect(await beginImport(platform.system, begin)).toEqual({
    ...counts(1),
    ...begun,
    lastRejected: [{ line: 2, reason: "Product pro not found." }],
  });
  await importBatch(platform.system, batchOf(begin, runId, 2, [charge(2)]));
  const done = await finishImport(platform.system, { runId });
  expect(done).toMatchObject({ linesDone: 3, imported: 2, rejected: 1 });
  const next = await beginImport(platform.system, begin);
  expect([next.runId === runId, next.linesDone]).toEqual([false, 0]);
  const other = await beginImport(platform.system, { ...begin, partner: null });
  expect(other.runId).not.toBe(next.runId);
});

it("writes each batch once and completely, even if several processes send it", async () => {
  const { partner, countOf } = await newSeller();
  const begin: ImportBegin = { kind: "charges", partner: partner.code, fileHash: newHash() };
  const begun = await Promise.all([1, 2, 3].map(() => beginImport(platform.system, begin)));
  expect(new Set(begun.map(({ runId }) => runId)).size).toBe(1);
  const records = Array.from({ length: 50 }, (_, n) => charge(n));
  const batch = batchOf(begin, begun[0]?.runId ?? "", 0, records);
  const tries = await Promise.allSettled(
    Array.from({ length: 4 }, () => importBatch(platform.system, batch)),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await countOf()).toBe(50);
  const { imported } = await beginImport(platform.system, begin);
  expect(imported).toBe(50);
});

it("gives the same result for any batch size and repetition of lines", async () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(12), { maxLength: 20 }), cuts, async (numbers, sizes) => {
      const { partner, countOf } = await newSeller();
      let rest = numbers.map((n) => charge(n, { amount: n }));
      for (let turn = 0; rest.length > 0; turn++) {
        const size = sizes[turn % sizes.length] ?? 1;
        await send("charges", rest.slice(0, size), partner.code);
        rest = rest.slice(size);
      }
      expect(await countOf()).toBe(new Set(numbers).size);
    }),
    { numRuns: 10 },
  );
});

it("is available to operators and the CLI only", async () => {
  const { partner, owner } = await platform.newPartnerWithOwner();
  const begin: ImportBegin = { kind: "customers", partner: partner.code, fileHash: null };
  const forbidden = { code: "forbidden" };
  await expect(beginImport(owner, begin)).rejects.toMatchObject(forbidden);
  const batch = batchOf(begin, null, 0, [customer(1)]);
  await expect(importBatch(owner, batch)).rejects.toMatchObject(forbidden);
  const missing = { ...begin, partner: "nobody" };
  await expect(beginImport(platform.system, missing)).rejects.toMatchObject({ code: "not_found" });
});
