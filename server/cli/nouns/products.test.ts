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
  return String(findCommand(command)?.toText(reply.result));
}

test("products are added once, changed in parts, and listed", async () => {
  expect(await run("product list")).toContain("No products found");
  const code = "basic";
  const product = { code, name: "Basic", currency: "EUR", floor: "500", retail: "900" };
  expect(await run("product create", product)).toBe(
    "Product basic: minimum price 500, default price 900 (minor units of EUR).",
  );
  expect(await run("product create", product)).toContain("already exists");
  expect(await run("product set", { code, floor: "901" })).toBe(
    "validation_failed: retail: Must not be below the minimum price.",
  );
  expect(await run("product set", { code, floor: "5.00" })).toContain("in minor units");
  expect(await run("product set", { code, floor: "600", name: "Basic 2" })).toContain("price 600,");
  expect(await run("product set", { code: "none", floor: "1" })).toContain("not_found");
  expect(await run("product list", { search: "2" })).toMatch(
    /basic +Basic 2 +active +EUR +600 +900 +0/,
  );
  expect(await run("product archive", { code })).toContain("existing ones are billed as before");
  expect(await run("product set", { code, floor: "1" })).toContain("conflict");
  expect(await run("product list", { status: "archived" })).toContain("archived");
  expect(await run("product unarchive", { code })).toBe("Product basic is available again.");
  expect(await run("product list", { status: "archived" })).toContain("No products found");
});
