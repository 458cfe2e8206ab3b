import { expect, it } from "vitest";
import { OPERATOR_PAGES, PARTNER_PAGES } from "@/e2e/browser/dashboard";
import { pagesFor, partnerPath } from "./pages";

const hrefs = (partner: string | null, isOperator: boolean) =>
  pagesFor(partner, isOperator).map(({ href }) => href);

const OWN = ["/account", "/notifications"];

it("every partner page is in the partner's navigation", () => {
  const pages = PARTNER_PAGES.filter((path) => !path.startsWith("/settings/"));
  const expected = [...pages, "/settings"].map((path) => partnerPath("acme", path));
  expect(hrefs("acme", false).sort()).toEqual([...expected, ...OWN].sort());
});

it("an operator can navigate back from a partner's pages", () => {
  const pages = hrefs("acme", false).filter((href) => !OWN.includes(href));
  expect(hrefs("acme", true)).toEqual(["/operator/partners", ...pages]);
});

it("every operator page is in the operators' navigation", () => {
  // "/operator/imports/new" is reached from the page above it.
  const pages = OPERATOR_PAGES.filter((path) => path.split("/").length <= 3);
  expect(hrefs(null, true).sort()).toEqual([...pages, ...OWN].sort());
});

it.each([
  ["a partner's people", "acme", false],
  ["operators in a partner", "acme", true],
  ["operators", null, true],
] as const)("no two pages of %s share a shortcut", (_who, partner, isOperator) => {
  const keys = pagesFor(partner, isOperator).map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
});
