import { expect, it } from "vitest";
import { PartnerCode } from "@/server/core/partners/schema";
import { codeOf } from "./code-of";

it.each([
  ["Acme Résale GmbH", "acme-resale-gmbh"],
  ["  Nimbus & Cloud!  ", "nimbus-cloud"],
  ["Über 24/7", "uber-24-7"],
  ["An exceedingly long name of a reseller", "an-exceedingly-long-name-of-a-re"],
])("suggests for the name %j the valid code %s", (name, code) => {
  expect(codeOf(name)).toBe(code);
  expect(PartnerCode.safeParse(codeOf(name)).success).toBe(true);
});

it("suggests nothing if the name has no letter that a code may contain", () => {
  expect(codeOf("合作伙伴")).toBe("");
});
