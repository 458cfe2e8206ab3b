import { expect, it } from "vitest";
import { messageOf, pathOf, queryNames } from "./called";

it.each([
  ["", null],
  ["?", null],
  ["?email=a%40b.example&limit=5", "email&limit"],
  ["?limit=1&limit=2", "limit"],
  ["?a[b]=1&created_after=x", "a[b]&created_after"],
  ["?cursor", "cursor"],
  ["?=secret", "?"],
  ["?4111111111111111", "?"],
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

const TOO_LONG = "Must be at most 200 characters.";

it.each([
  [[], null],
  [
    [{ path: "", message: "api key lacks required scope: prices:read" }],
    "api key lacks required scope: prices:read",
  ],
  [[{ path: "metadata.a.b.c", message: TOO_LONG }], `metadata.?: ${TOO_LONG}`],
  [[{ path: "0.metadata.hobby", message: TOO_LONG }], `0.metadata.?: ${TOO_LONG}`],
  [[{ path: "name", message: TOO_LONG }], `name: ${TOO_LONG}`],
  [
    [
      { path: "items.17.email", message: TOO_LONG },
      { path: "metadata.a@b.co", message: TOO_LONG },
    ],
    `items.17.email: ${TOO_LONG} ?: ${TOO_LONG}`,
  ],
  [
    [{ path: "emial", message: 'Unknown field "emial". Did you mean email?' }],
    'emial: Unknown field "emial". Did you mean email?',
  ],
  [[{ path: "", message: 'Unknown field "a b".' }], 'Unknown field "?".'],
  [[{ path: "", message: 'Unknown field "a@b.example".' }], 'Unknown field "?".'],
  [[{ path: "4111111111111111", message: "No." }], "?: No."],
  [[{ path: "", message: 'The number "1e999" can\'t be.' }], 'The number "?" can\'t be.'],
  [[{ path: "x".repeat(80), message: "No." }], "?: No."],
  [[{ path: "", message: "Not rsk_0123 nor whsec_ab+/=." }], "Not rsk_*** nor whsec_***."],
  [
    Array.from({ length: 500 }, (_, n) => ({ path: `a${n}`, message: "No." })),
    "a0: No. a1: No. a2: No. a3: No. a4: No.",
  ],
  [[{ path: "", message: "é".repeat(4_000) }], `${"é".repeat(300)}...`],
])("of the issues %j, it keeps %j", (issues, kept) => {
  expect(messageOf(issues)).toBe(kept);
});
