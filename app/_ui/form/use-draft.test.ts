import { expect, it } from "vitest";
import { isSameDraft } from "./use-draft";

it.each([
  ["the same values", { name: "Acme", share: 20 }, true],
  ["spaces around a text", { name: " Acme ", share: 20 }, true],
  ["another text", { name: "Acme 2", share: 20 }, false],
  ["another number", { name: "Acme", share: 20.5 }, false],
  ["an empty number", { name: "Acme", share: "" }, false],
])("compares a draft with %s", (_what, other, isSame) => {
  expect(isSameDraft({ name: "Acme", share: 20 }, other)).toBe(isSame);
});

it("distinguishes a date, no date and an unset date", () => {
  const never = { expiresAt: null };
  expect(isSameDraft(never, { expiresAt: null })).toBe(true);
  expect(isSameDraft(never, { expiresAt: undefined })).toBe(false);
  expect(isSameDraft(never, { expiresAt: "2026-11-21T00:00:00.000Z" })).toBe(false);
});
