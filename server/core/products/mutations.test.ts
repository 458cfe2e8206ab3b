import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlatform, type Platform } from "../../../e2e/support/platform";
import { saveProduct } from "./mutations";
import { ProductSave } from "./schema";

let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.close());

const basic = { code: "basic", name: "Basic", floor: 500, defaultRetail: 900, currency: "EUR" };

it("adds a product once, and changes it when its code comes again, however many come at once", async () => {
  const saves = Array.from({ length: 8 }, () => saveProduct(platform.system, basic));
  const ids = (await Promise.all(saves)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  await saveProduct(platform.system, { ...basic, name: "Basic 2", floor: 600 });
  const where = { code: basic.code };
  const products = await platform.system.db.product.findMany({ where });
  expect(products).toMatchObject([{ name: "Basic 2", floor: 600n }]);
});

it("keeps a product's currency for ever", async () => {
  await saveProduct(platform.system, { ...basic, code: "kept" });
  const other = saveProduct(platform.system, { ...basic, code: "kept", currency: "USD" });
  await expect(other).rejects.toMatchObject({ code: "conflict", details: { field: "currency" } });
});

it("is for operators and the command line alone", async () => {
  const partner = await platform.newPartner();
  const owner = platform.as((await platform.newPerson(partner, "owner")).actor);
  await expect(saveProduct(owner, basic)).rejects.toMatchObject({ code: "forbidden" });
});

it.each([
  ["a default below the floor", { defaultRetail: 499 }],
  ["a fraction of a cent", { floor: 499.5 }],
  ["an amount in quotes", { floor: "500" }],
  ["a negative floor", { floor: -1 }],
  ["more than is exact", { defaultRetail: 2 ** 53 }],
  ["an unknown currency", { currency: "ZZZ" }],
  ["a currency in small letters", { currency: "eur" }],
  ["a code with a slash", { code: "a/b" }],
])("refuses %s", (_what, fields) => {
  expect(ProductSave.safeParse({ ...basic, ...fields }).success).toBe(false);
});
