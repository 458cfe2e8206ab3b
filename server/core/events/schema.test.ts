import { expect, it } from "vitest";
import { snakeCase } from "../kernel/wire";
import { EVENT_TYPES } from "../registry";
import { EVENT_PATTERNS, matchingTypes } from "./schema";

it("documents each type with an example that has all fields of its data", () => {
  for (const [type, { data, example }] of Object.entries(EVENT_TYPES)) {
    const names = Object.keys(data.shape).map(snakeCase);
    expect(Object.keys(example.data).sort(), type).toEqual(names.sort());
  }
});

it("finds types by name, by group, or all, and none by anything else", () => {
  expect(matchingTypes("payout.paid")).toEqual(["payout.paid"]);
  expect(matchingTypes("account.*")).toEqual([
    "account.created",
    "account.updated",
    "account.suspended",
    "account.resumed",
    "account.closed",
    "account.reopened",
    "account.transferred_out",
    "account.transferred_in",
    "account.anonymized",
  ]);
  expect(matchingTypes("*")).toEqual(Object.keys(EVENT_TYPES));
  expect(EVENT_PATTERNS).toContain("limit_request.*");
  const none = [
    "",
    ".",
    "*.*",
    "account",
    "account.",
    "acc*",
    "account.c*",
    "Account.*",
    "x.*",
    "**",
  ];
  for (const pattern of none) expect(matchingTypes(pattern), pattern).toEqual([]);
});
