import { expect, it } from "vitest";
import { concurrently, fulfilled } from "../../testing/concurrently";
import { platformForTests, steppingClock } from "../../testing/platform";
import { recordCharges } from "../charges/mutations";
import { createCustomer } from "../customers/mutations";
import { importBatch } from "../imports/mutations";
import type { Partner } from "../partners/schema";
import { setPrice } from "../prices/mutations";
import { listPrices } from "../prices/queries";
import { archiveProduct, saveProduct } from "./mutations";
import { getProduct, listProducts } from "./queries";

const clock = steppingClock(new Date("2026-11-20T12:00:00Z"));
const platform = await platformForTests({ clock });

const TWENTY = Array.from({ length: 20 }, (_, n) => n);

let made = 0;
const terms = { name: "Basic", floor: 500, defaultRetail: 900, currency: "EUR" };
async function newProduct(): Promise<string> {
  return (await saveProduct(platform.system, { ...terms, code: `p-${++made}` })).code;
}
const set = (code: string, isArchived: boolean) =>
  archiveProduct(platform.system, { code, isArchived });

async function newCustomer({ id: partnerId }: Partner): Promise<string> {
  clock.advance(1_000);
  const email = `c${++made}@example.com`;
  const { id } = await createCustomer(platform.system, { partnerId, email, metadata: {} });
  clock.advance(1_000);
  return id;
}

type Sale = { partner: Partner; product: string; customer: string; at?: Date; type?: "charge" };

async function charge({ partner, product, customer, at = clock.now() }: Sale) {
  const item = { externalId: `x-${++made}`, accountId: customer, product, amount: 900 };
  const one = { partner: partner.code, type: "charge" as const, ...item, occurredAt: at };
  const [outcome] = await recordCharges(platform.system, { charges: [one] });
  return { outcome: outcome?.refusal?.code ?? outcome?.outcome, item: one };
}

it("an archived product can't be sold to customers who are created later, and others are billed as before", async () => {
  const partner = await platform.newPartner();
  const [sold, other] = [await newProduct(), await newProduct()];
  const [known, unbilled] = [await newCustomer(partner), await newCustomer(partner)];
  const of = { partner, product: sold };
  const first = await charge({ ...of, customer: known });
  const before = clock.now();
  await set(sold, true);
  const late = await newCustomer(partner);
  expect((await charge({ ...of, customer: known })).outcome).toBe("created");
  // In a trial until now, for example.
  expect((await charge({ ...of, customer: unbilled })).outcome).toBe("created");
  expect((await charge({ ...of, customer: late })).outcome).toBe("product_archived");
  expect((await charge({ ...of, customer: late, product: other })).outcome).toBe("created");
  // The history of a customer that was imported only now.
  expect((await charge({ ...of, customer: late, at: before })).outcome).toBe("created");
  const { item } = first;
  const refund = { partner: partner.code, type: "refund" as const, amount: 900 };
  const back = { ...refund, chargeExternalId: item.externalId, occurredAt: clock.now() };
  const outcomes = await recordCharges(platform.system, {
    charges: [item, { ...back, externalId: `x-${++made}` }],
  });
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["duplicate", "created"]);
  await set(sold, false);
  expect((await charge({ ...of, customer: late })).outcome).toBe("created");
});

it("neither an archived product nor its prices can be changed, and it stays in all lists", async () => {
  const { id: partnerId } = await platform.newPartner();
  const code = await newProduct();
  const price = () => setPrice(platform.system, { partnerId, product: code, amount: 950 });
  await price();
  const { archivedAt } = await set(code, true);
  expect(archivedAt).toEqual(clock.now());
  const archived = { code: "conflict", details: { status: "archived" } };
  await expect(price()).rejects.toMatchObject(archived);
  const save = saveProduct(platform.system, { ...terms, code, floor: 600 });
  await expect(save).rejects.toMatchObject(archived);
  const records = [
    { ...terms, floor: 600 },
    { ...terms, name: terms.name },
  ].map(({ defaultRetail, ...rest }) => ({ ...rest, code, default_retail: defaultRetail }));
  const lines = records.map((record, index) => ({ line: index + 1, record }));
  const outcome = await importBatch(platform.system, {
    kind: "products",
    partner: null,
    runId: null,
    afterLine: 0,
    throughLine: 2,
    unreadable: [],
    lines,
  });
  const reason = "code: The product is archived. Unarchive it first.";
  expect(outcome).toMatchObject({ existing: 1, rejected: [{ line: 1, reason }] });
  const { data: prices } = await listPrices(platform.system, { partnerId, limit: 100 });
  expect(prices.find(({ product }) => product === code)).toMatchObject({ amount: 950, archivedAt });
  const listed = async (status: "active" | "archived") => {
    const { data } = await listProducts(platform.system, { status, search: code, limit: 10 });
    return data.filter((one) => one.code === code).length;
  };
  expect([await listed("active"), await listed("archived")]).toEqual([0, 1]);
  await set(code, false);
  expect((await price()).amount).toBe(950);
});

it("twenty at once archive it once, with one audit row and one event for each partner", async () => {
  const partner = await platform.newPartner();
  const code = await newProduct();
  const { id: subject } = await getProduct(platform.system, { code });
  for (const [isArchived, type] of [
    [true, "product.archived"],
    [false, "product.unarchived"],
  ] as const) {
    const results = fulfilled(await concurrently(TWENTY, () => set(code, isArchived)));
    expect(new Set(results.map(({ archivedAt }) => archivedAt?.getTime())).size).toBe(1);
    const { db } = platform.system;
    const audit = await db.auditEvent.count({ where: { action: type, subject } });
    const where = { type, partnerId: partner.id, subjectId: code };
    expect([audit, await db.event.count({ where })]).toEqual([1, 1]);
  }
});

it("customers who are created and charged while it is archived are all billed or refused, none half", async () => {
  const partner = await platform.newPartner();
  const code = await newProduct();
  const results = await concurrently(TWENTY, async (n) => {
    if (n === 10) await set(code, true);
    const customer = await newCustomer(partner);
    return { customer, ...(await charge({ partner, product: code, customer })) };
  });
  const outcomes = fulfilled(results);
  const { archivedAt } = await getProduct(platform.system, { code });
  for (const { customer, outcome } of outcomes) {
    const row = await platform.system.db.customer.findUniqueOrThrow({ where: { id: customer } });
    const rows = await platform.system.db.charge.count({ where: { customerId: customer } });
    expect(["created", "product_archived"]).toContain(outcome);
    expect(rows).toBe(outcome === "created" ? 1 : 0);
    if (outcome === "product_archived") expect(row.createdAt > (archivedAt ?? 0)).toBe(true);
  }
  // Once it is archived, nothing that begins later slips through.
  const customer = await newCustomer(partner);
  expect((await charge({ partner, product: code, customer })).outcome).toBe("product_archived");
});

it("an earlier release, which does not know it, adds and changes products beside this one", async () => {
  const code = await newProduct();
  await set(code, true);
  await platform.wiring.core.transact(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO products (id, code, name, floor, default_retail, currency, created_at, updated_at)
      VALUES ('prd_old', 'old', 'Old', 1, 1, 'EUR', now(), now())`;
    await tx.$executeRaw`UPDATE products SET name = 'Renamed' WHERE code = ${code}`;
  });
  expect(await getProduct(platform.system, { code: "old" })).toMatchObject({ archivedAt: null });
  const renamed = await getProduct(platform.system, { code });
  expect(renamed).toMatchObject({ name: "Renamed", archivedAt: expect.any(Date) });
});

it("is for operators, and unknown products are not found", async () => {
  const code = await newProduct();
  const { owner } = await platform.newPartnerWithOwner();
  const failed = archiveProduct(owner, { code, isArchived: true });
  await expect(failed).rejects.toMatchObject({ code: "forbidden" });
  for (const unknown of ["none", "A\u0000", ""]) {
    await expect(set(unknown, true)).rejects.toMatchObject({ code: "not_found" });
  }
});
