import { expect, it } from "vitest";
import { type Filter, logsQuery } from "./filter";

const NOTHING: Filter = {
  id: "",
  key: null,
  status: null,
  code: null,
  route: null,
  range: null,
  from: null,
  to: null,
  request: null,
};

it.each([
  ["", {}],
  ["  ", {}],
  ["/accounts/acc_1", { path: "/accounts/acc_1" }],
  ["/api/v1/reseller/accounts?limit=1", { path: "/accounts" }],
  ["https://latchkey.example/api/v1/reseller/prices/basic#x", { path: "/prices/basic" }],
  ["/api/v1/reseller", { path: "/" }],
  ["192.0.2.1", { address: "192.0.2.1" }],
  ["192.0.", { address: "192.0." }],
  ["2001:db8::1", { address: "2001:db8::1" }],
  ["::1", { address: "::1" }],
  ["req_01m81r3xn5k0dqm76d8neyftzb", { requestId: "req_01m81r3xn5k0dqm76d8neyftzb" }],
  ["their-own-17", { requestId: "their-own-17" }],
  ["17", { requestId: "17" }],
  ["a\u0000b", { requestId: "ab" }],
])("parses %j as %j", (id, query) => {
  expect(logsQuery({ ...NOTHING, id }, 0)).toEqual(query);
});

it.each([
  ["product", { api: "product" }],
  ["partner", { api: "partner" }],
  ["GET /me", { api: "partner", method: "GET", route: "/me" }],
])("filters by the endpoint %j as %j", (route, query) => {
  expect(logsQuery({ ...NOTHING, route }, 0)).toEqual(query);
});
