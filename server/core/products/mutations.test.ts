import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlatform, type Platform } from "../../testing/platform";
import { saveProduct } from "./mutations";
import { ProductSave } from "./schema";

let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.close());

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

it("never changes a product's currency", async () => {
  await saveProduct(platform.system, { ...basic, code: "kept" });
  const other = saveProduct(platform.system, { ...basic, code: "kept", currency: "USD" });
  await expect(other).rejects.toMatchObject({ code: "conflict", details: { field: "currency" } });
});

it("is available to operators and the CLI only", async () => {
  const partner = await platform.newPartner();
  const owner = platform.as((await platform.newPerson(partner, "owner")).actor);
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
