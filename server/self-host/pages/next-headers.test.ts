import { expect, it } from "vitest";
import { checkNextHeaders } from "./next-headers";

const encode = (tree: unknown) => encodeURIComponent(JSON.stringify(tree));
const TREE = [
  "",
  {
    children: [
      "(dashboard)",
      { children: ["partners", { children: [["partner", "acme", "d", null], {}] }] },
    ],
  },
  null,
  null,
  16,
];

it("accepts what Next's scripts send", () => {
  const headers = {
    host: "x",
    rsc: "1",
    "next-router-state-tree": encode(TREE),
    "next-router-prefetch": "1",
    "next-router-segment-prefetch": "/(dashboard)/partners/$d$partner/__PAGE__",
    "next-url": "/partners/acme/overview?a=b",
  };
  const before = { ...headers };
  expect(checkNextHeaders(headers)).toBeNull();
  expect(headers).toEqual(before);
});

const deep = (levels: number): unknown => (levels === 0 ? ["", {}] : ["", { a: deep(levels - 1) }]);

it.each([
  ["rsc", ["", "0", "2", "true", "1, 1", "%"]],
  [
    "next-router-state-tree",
    [
      "",
      "%",
      "null",
      "[]",
      "{}",
      "1",
      "[",
      '""',
      '["",{}',
      '["",[]]',
      '["",null]',
      "[1,{}]",
    ].concat(
      [
        ["", { a: null }],
        ["", {}, 1],
        ["", {}, null, "x"],
        [["a", "b", "z", null], {}],
      ].map(encode),
      encode(deep(200)),
      "%5B%22%22%2C%7B%7D%5D%E0",
    ),
  ],
  ["next-router-prefetch", ["", "0", "x", "11"]],
  ["next-router-segment-prefetch", ["", "x", "/\xff", "/a b"]],
  ["next-url", ["", "x", "/\xe4", "http://a"]],
])("names a malformed %s", (name, values) => {
  for (const value of values) {
    expect(checkNextHeaders({ host: "x", [name]: value }), value).toBe(name);
  }
});

it("removes the headers by which Next talks to itself", () => {
  const headers = {
    host: "x",
    "x-middleware-subrequest": "a",
    "x-middleware-next": "1",
    "x-nextjs-data": "1",
    "x-matched-path": "/a",
    "x-now-route-matches": "a",
    "x-invoke-path": "/",
    "x-prerender-revalidate": "a",
    "next-action": "a",
    "next-resume": "1",
    "x-request-id": "mine",
  };
  expect(checkNextHeaders(headers)).toBeNull();
  expect(headers).toEqual({ host: "x", "x-request-id": "mine" });
});
