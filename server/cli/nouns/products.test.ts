import { expect, test } from "vitest";
import { platformForTests } from "../../testing/platform";
import { commandsOn } from "../testing/commands";

const platform = await platformForTests();

const { print } = commandsOn(platform);

test("products are added once, changed in parts, and listed", async () => {
  expect(await print("product list")).toContain("No products found");
  const code = "basic";
  const product = { code, name: "Basic", currency: "EUR", floor: "500", retail: "900" };
  expect(await print("product create", product)).toBe(
    "Product basic: minimum price €5.00, default price €9.00.",
  );
  expect(await print("product create", product)).toContain("already exists");
  expect(await print("product set", { code, floor: "901" })).toBe(
    "validation_failed: --retail: Must not be below the minimum price.",
  );
  expect(await print("product set", { code, floor: "5.00" })).toContain("in minor units");
  expect(await print("product set", { code, floor: "600", name: "Basic 2" })).toContain(
    "price €6.00,",
  );
  expect(await print("product set", { code: "none", floor: "1" })).toContain("not_found");
  expect(await print("product list", { search: "2" })).toMatch(
    /basic +Basic 2 +active +EUR +€6\.00 +€9\.00 +0/,
  );
  expect(await print("product archive", { code })).toContain("existing ones are billed as before");
  expect(await print("product set", { code, floor: "1" })).toContain("conflict");
  expect(await print("product list", { status: "archived" })).toContain("archived");
  expect(await print("product unarchive", { code })).toBe("Product basic is available again.");
  expect(await print("product list", { status: "archived" })).toContain("No products found");
});
