import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { setPrice } from "../prices/mutations";
import { saveProduct } from "./mutations";
import { listProducts } from "./queries";
import { ProductSave } from "./schema";

const platform = await platformForTests();

const basic = { code: "basic", name: "Basic", floor: 500, defaultRetail: 900, currency: "EUR" };

it("creates a product once and updates it when its code is sent again, under concurrency", async () => {
  const saves = Array.from({ length: 8 }, () => saveProduct(platform.system, basic));
  const ids = (await Promise.all(saves)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  await saveProduct(platform.system, { ...basic, name: "Basic 2", floor: 600 });
  const where = { code: basic.code };
  const products = await platform.system.db.product.findMany({ where });
  expect(products).toMatchObject([{ name: "Basic 2", floor: 600n }]);
});

it("a product that is saved again as it is stays untouched, and nobody is notified", async () => {
  await platform.newPartner();
  const input = { ...basic, code: "synced" };
  const first = await saveProduct(platform.system, input);
  const rows = () =>
    Promise.all([
      platform.system.db.event.count({ where: { type: "product.changed" } }),
      platform.system.db.auditEvent.count({ where: { action: "product.saved" } }),
    ]);
  const before = await rows();
  expect(before[0]).toBeGreaterThan(0);
  const again = await Promise.all([1, 2, 3].map(() => saveProduct(platform.system, input)));
  expect(again).toEqual([first, first, first]);
  expect(await rows()).toEqual(before);
  await saveProduct(platform.system, { ...input, defaultRetail: 901 });
  expect(await rows()).not.toEqual(before);
});

it("never changes a product's currency", async () => {
  await saveProduct(platform.system, { ...basic, code: "kept" });
  const other = saveProduct(platform.system, { ...basic, code: "kept", currency: "USD" });
  await expect(other).rejects.toMatchObject({ code: "conflict", details: { field: "currency" } });
});

it("adds a code only once for operators who mean a new product, and changes only those that exist", async () => {
  const add = () => saveProduct(platform.system, { ...basic, code: "new", only: "new" });
  const settled = await Promise.allSettled([add(), add(), add()]);
  const refused = settled.filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject([
    { reason: { code: "conflict", details: { field: "code" } } },
    { reason: { code: "conflict", details: { field: "code" } } },
  ]);
  const unknown = saveProduct(platform.system, { ...basic, code: "none", only: "existing" });
  await expect(unknown).rejects.toMatchObject({ code: "not_found" });
});

it("lists products by code with the partners' own prices, and finds a part of a code or name", async () => {
  const partner = await platform.newPartner();
  await saveProduct(platform.system, { ...basic, code: "z_1", name: "Zebra 100%" });
  await saveProduct(platform.system, { ...basic, code: "z-2", name: "Plain" });
  await setPrice(platform.system, { partnerId: partner.id, product: "z_1", amount: 950 });
  const find = async (search: string) =>
    (await listProducts(platform.system, { search, limit: 10 })).data;
  expect(await find("ZEB")).toMatchObject([{ code: "z_1", ownPrices: 1 }]);
  expect((await find("z")).map(({ code }) => code)).toEqual(["z-2", "z_1"]);
  for (const text of ["z_", "0%"]) {
    expect(
      (await find(text)).map(({ code }) => code),
      text,
    ).toEqual(["z_1"]);
  }
  const first = await listProducts(platform.system, { search: "z", limit: 1 });
  const cursor = first.nextCursor ?? "";
  expect(
    (await listProducts(platform.system, { search: "z", limit: 1, cursor })).data,
  ).toHaveLength(1);
});

it("is available to operators and the CLI only", async () => {
  const { owner } = await platform.newPartnerWithOwner();
  await expect(saveProduct(owner, basic)).rejects.toMatchObject({ code: "forbidden" });
});

it.each([
  ["a default price below the minimum", { defaultRetail: 499 }],
  ["a fraction of a cent", { floor: 499.5 }],
  ["an amount in quotes", { floor: "500" }],
  ["a negative minimum", { floor: -1 }],
  ["an amount above the maximum", { defaultRetail: 2 ** 53 }],
  ["an unknown currency", { currency: "ZZZ" }],
  ["a currency in lower case", { currency: "eur" }],
  ["a code with a slash", { code: "a/b" }],
])("rejects %s", (_what, fields) => {
  expect(ProductSave.safeParse({ ...basic, ...fields }).success).toBe(false);
});
