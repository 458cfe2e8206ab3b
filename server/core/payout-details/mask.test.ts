import { expect, it } from "vitest";
import { masked, maskedAccount } from "./mask";

it("shows the first and last four characters of an IBAN", () => {
  const iban = "DE89370400440532013000";
  expect(maskedAccount({ iban, account: null })).toBe("DE89 •••• •••• 3000");
});

it("masks the longest number of a text, and all of it if that is short", () => {
  expect(masked("Routing 021000021, account 9876543210")).toBe("•••• 3210");
  expect(masked("Account 1234567")).toBe("••••");
  expect(masked("🏦 bank")).toBe("••••");
  expect(masked("")).toBe("••••");
});
