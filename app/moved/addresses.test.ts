import { expect, it } from "vitest";
import { movedTab, movedTo } from "./addresses";

it.each([
  ["/api-keys", "/partners/acme/api-keys"],
  ["/api-keys/key_1?range=7d", "/partners/acme/api-keys/key_1?range=7d"],
  ["/logs?status=429&request=req_1", "/partners/acme/logs?status=429&request=req_1"],
  ["/settings", "/partners/acme/settings"],
  ["/settings/team", "/partners/acme/settings/team"],
])("the old address %s leads a partner's people to %s, for now", (path, location) => {
  expect(movedTo(path, "acme")).toEqual({ location, isPermanent: false });
});

it.each([
  ["/settings/security", "/account"],
  ["/settings/security?from=mail", "/account?from=mail"],
  ["/settings/password", "/account"],
])("the old address %s leads everyone to %s, for good", (path, location) => {
  expect(movedTo(path, "acme")).toEqual({ location, isPermanent: true });
  expect(movedTo(path, null)).toEqual({ location, isPermanent: true });
});

it("leads operators, who have no partner, to the platform's pages", () => {
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
])("the old tab %j leads to %s", (query, location) => {
  expect(movedTab({ id: "prt_1", code: "acme" }, query)).toBe(location);
});
