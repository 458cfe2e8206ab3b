import { expect, it } from "vitest";
import { movedTab, movedTo } from "./addresses";

it.each([
  ["/api-keys", "/partners/acme/api-keys"],
  ["/api-keys/key_1?range=7d", "/partners/acme/api-keys/key_1?range=7d"],
  ["/logs?status=429&request=req_1", "/partners/acme/logs?status=429&request=req_1"],
  ["/settings", "/partners/acme/settings"],
  ["/settings/team", "/partners/acme/settings/team"],
])("the old URL %s redirects partner users to %s, temporarily", (path, location) => {
  expect(movedTo(path, "acme")).toEqual({ location, isPermanent: false });
});

it.each([
  ["/settings/security", "/account"],
  ["/settings/security?from=mail", "/account?from=mail"],
  ["/settings/password", "/account"],
])("the old URL %s redirects everyone to %s, permanently", (path, location) => {
  expect(movedTo(path, "acme")).toEqual({ location, isPermanent: true });
  expect(movedTo(path, null)).toEqual({ location, isPermanent: true });
});

it("redirects operators, who have no partner, to the operator pages", () => {
  expect(movedTo("/api-keys/key_1", null).location).toBe("/operator");
  expect(movedTo("/settings/team", null).location).toBe("/account");
});

it.each([
  [{}, "/partners/acme/overview"],
  [{ tab: "keys" }, "/partners/acme/api-keys"],
  [{ tab: "log", status: "429", key: "key_1" }, "/partners/acme/logs?status=429&key=key_1"],
  [{ tab: "customers", search: "a b" }, "/partners/acme/customers?search=a+b"],
  [{ tab: "team" }, "/partners/acme/settings/team"],
  [{ tab: "audit", action: "key.issued" }, "/operator/audit?partner=prt_1"],
  [{ tab: ["x", "y"] }, "/partners/acme/overview"],
])("the old tab %j redirects to %s", (query, location) => {
  expect(movedTab({ id: "prt_1", code: "acme" }, query)).toBe(location);
});
