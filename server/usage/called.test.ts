import { expect, it } from "vitest";
import { pathOf, queryNames } from "./called";

it.each([
  ["", null],
  ["?", null],
  ["?email=a%40b.example&limit=5", "email&limit"],
  ["?limit=1&limit=2", "limit"],
  ["?a[b]=1&created_after=x", "a[b]&created_after"],
  ["?cursor", "cursor"],
  ["?=secret", "?"],
  ["?a%40b.example", "?"],
  ['?{"email":"a@b.example"}', "?"],
  ["?rsk_0123456789=1", "?"],
  [`?${"x".repeat(41)}=1`, "?"],
  ["?&&", null],
  ["?\u0000=1&\ud800=2", "?"],
])("of the query %j, it keeps %j", (search, names) => {
  expect(queryNames(search)).toBe(names);
});

it("keeps at most 20 names of any query", () => {
  const search = `?${Array.from({ length: 500 }, (_, n) => `p${n}=1`).join("&")}`;
  expect(queryNames(search)?.split("&")).toHaveLength(20);
});

it.each([
  ["/accounts/acc_1", "/accounts/acc_1"],
  ["/accounts/a%20b", "/accounts/a%20b"],
  ["/accounts/é\u0000\ud800", "/accounts/???"],
  ["/accounts/rsk_0123456789abcdef", "/accounts/rsk_***"],
  [`/accounts/${"x".repeat(4_000)}`, `/accounts/${"x".repeat(190)}...`],
])("of the path %j, it keeps %j", (path, kept) => {
  expect(pathOf(path)).toBe(kept);
});
