import { expect, test } from "vitest";
import { platformForTests } from "../../testing/platform";
import { commandsOn } from "../testing/commands";

const platform = await platformForTests();

const { print } = commandsOn(platform);

test("scopes are defined, described, given to a key, listed and removed with the number of keys", async () => {
  expect(await print("scope list")).toContain("No scopes yet");
  const name = "orders:read";
  expect(await print("scope define", { name, description: "View orders" })).toBe(
    "Defined the scope orders:read.",
  );
  expect(await print("scope define", { name: "accounts:x", description: "x" })).toContain(
    "reserved",
  );
  expect(await print("scope describe", { name, description: "View all orders" })).toContain(
    "View all orders",
  );
  await print("partner create", { code: "acme", name: "Acme" });
  const key = { partner: "acme", label: "Shop", scopes: "orders:read,payouts:read" };
  expect(await print("key issue", key)).toContain("payouts:read, orders:read");
  expect(await print("key issue", { ...key, scopes: "order:read" })).toBe(
    'validation_failed: --scopes: Unknown scope "order:read". Did you mean orders:read?',
  );
  expect(await print("scope list")).toMatch(/orders:read +1 +1 +View all orders/);
  expect(await print("scope remove", { name })).toContain(
    "1 active key of 1 partner would lose it",
  );
  expect(await print("scope remove", { name, keys: "1" })).toBe(
    "Removed the scope orders:read from 1 active key of 1 partner.",
  );
  expect(await print("key list", { partner: "acme" })).not.toContain("orders:read");
  expect(await print("scope remove", { name })).toContain("not_found");
});
