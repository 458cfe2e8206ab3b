import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatform, type Platform } from "../../testing/platform";
import type { CommandHost } from "../command";
import { findCommand } from "../commands";
import { runCommand } from "../run";

let platform: Platform;
let host: CommandHost;
beforeAll(async () => {
  platform = await openPlatform();
  const migrate = async () => ({ applied: [] });
  host = { core: platform.wiring.core, dispatcher: null, siteUrl: "https://x.example", migrate };
});
afterAll(() => platform.close());

/** The text that the command prints, or its failure. */
async function run(command: string, input: Record<string, string> = {}): Promise<string> {
  const reply = JSON.parse(JSON.stringify(await runCommand(host, { command, input })));
  if ("failure" in reply) return `${reply.failure.code}: ${reply.failure.error}`;
  const found = findCommand(command);
  return String(found?.toText(reply.result));
}

test("scopes are defined, described, given to a key, listed and removed with the number of keys", async () => {
  expect(await run("scope list")).toContain("No scopes yet");
  const name = "orders:read";
  expect(await run("scope define", { name, description: "View orders" })).toBe(
    "Defined the scope orders:read.",
  );
  expect(await run("scope define", { name: "accounts:x", description: "x" })).toContain("reserved");
  expect(await run("scope describe", { name, description: "View all orders" })).toContain(
    "View all orders",
  );
  await run("partner create", { code: "acme", name: "Acme" });
  const key = { partner: "acme", label: "Shop", scopes: "orders:read,payouts:read" };
  expect(await run("key issue", key)).toContain("payouts:read, orders:read");
  expect(await run("key issue", { ...key, scopes: "order:read" })).toBe(
    'validation_failed: scopes: Unknown scope "order:read". Did you mean orders:read?',
  );
  expect(await run("scope list")).toMatch(/orders:read +1 +1 +View all orders/);
  expect(await run("scope remove", { name })).toContain("1 active key of 1 partner would lose it");
  expect(await run("scope remove", { name, keys: "1" })).toBe(
    "Removed the scope orders:read from 1 active key of 1 partner.",
  );
  expect(await run("key list", { partner: "acme" })).not.toContain("orders:read");
  expect(await run("scope remove", { name })).toContain("not_found");
});
