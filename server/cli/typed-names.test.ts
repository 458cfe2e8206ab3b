import { expect, test } from "vitest";
import { platformForTests } from "../testing/platform";
import { commandsOn } from "./testing/commands";

const platform = await platformForTests();
const { partner, key } = await platform.newPartnerWithKey();
const known: Record<string, string> = {
  PARTNER: partner.code,
  KEY: key.id,
  PARTNER_ID: partner.id,
};

const { run } = commandsOn(platform);

/** Each row has what people typed, and the name that the error has for it. */
const REFUSED: [command: string, input: Record<string, string>, name: string][] = [
  [
    "key issue",
    { partner: "PARTNER", label: "x", scopes: "prices:read", expires: "2020-01-01T00:00:00Z" },
    "--expires",
  ],
  ["key issue", { partner: "PARTNER", label: "x", scopes: "no:such" }, "--scopes"],
  [
    "platform-key issue",
    { label: "x", scopes: "keys:verify", expires: "2020-01-01T00:00:00Z" },
    "--expires",
  ],
  [
    "partner create",
    { code: "typed", name: "T", key: "x", scopes: "prices:read,no:such" },
    "--scopes",
  ],
  ["partner set", { code: "PARTNER", maxKeys: "0" }, "--max-keys"],
  ["partner set", { code: "PARTNER", minimumPayout: "-1" }, "--minimum-payout"],
  ["partner set", { code: "PARTNER", holdDays: "100000" }, "--hold-days"],
  ["term create", { partner: "PARTNER", percent: "20", from: "2020-01" }, "--from"],
  [
    "alert create",
    { partner: "PARTNER", kind: "error_share", threshold: "10", target: "key_none" },
    "--target",
  ],
  ["alert create", { partner: "PARTNER", kind: "no_traffic", threshold: "0" }, "--threshold"],
  [
    "product create",
    { code: "typed", name: "Typed", currency: "EUR", floor: "500", retail: "400" },
    "--retail",
  ],
  ["product list", { search: "x".repeat(300) }, "--search"],
  ["events page", { after: "nowhere" }, "--after"],
  ["scope define", { name: "accounts:read", description: "x" }, "NAME"],
  ["key limit", { keyId: "KEY", perMinute: "0" }, "PER_MINUTE|default"],
  ["webhook create", { url: "ftp://x" }, "--url"],
  ["webhook create", { url: "https://10.0.0.1/x" }, "--url"],
  ["charge list", { partner: "PARTNER", customer: "none" }, "--customer"],
  ["charge list", { partner: "PARTNER", after: "yesterday" }, "--after"],
];

test.each(REFUSED)("%s with %j names what was typed", async (name, typed, path) => {
  const input = Object.fromEntries(
    Object.entries(typed).map(([field, word]) => [field, known[word] ?? word]),
  );
  const { failure } = await run(name, input);
  expect(failure).toMatchObject({ code: "validation_failed", details: { issues: [{ path }] } });
  expect(failure.error).toMatch(`${path}: `);
});

test("a customer who doesn't exist is called a customer", async () => {
  const { failure } = await run("customer show", { customerId: "acc_01jd5n8k3v0000000000000000" });
  expect(failure.error).toBe("Customer not found.");
});
