import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { COMMANDS } from "./commands";

/** Where operators do in the console what the commands of a noun do. */
const PAGES: Record<string, string> = {
  partner: "operator/partners",
  key: "partners/[partner]/api-keys",
  "platform-key": "operator/platform-keys",
  scope: "operator/scopes",
  leak: "operator/operators",
  product: "operator/products",
  customer: "partners/[partner]/customers",
  charge: "operator/charges",
  "limit-request": "operator/limit-requests",
  term: "partners/[partner]/settings/terms",
  payout: "operator/payouts",
  "payout-details": "partners/[partner]/settings/payout-details",
  "self-billing": "partners/[partner]/settings/payout-details",
  transfer: "operator/transfers",
  issuer: "operator/transfers",
  import: "operator/imports",
  events: "operator/events",
  webhook: "operator/webhooks",
  alert: "partners/[partner]/settings/alerts",
  user: "partners/[partner]/settings/team",
  operator: "operator/operators",
};

/** The commands that have no page, by the reason. */
const ONLY_HERE: Record<string, readonly string[]> = {
  "it is for the machine that the server runs on": ["deliver", "doctor", "migrate"],
  "it is for developers": ["conform-webhooks", "listen", "mail catch", "mail preview"],
  "the console shows only mail that a person's address refused": ["mail list"],
  "the console has no screen for it yet": ["mail test"],
};

it("operators can do in the console what the command line does, with named exceptions", () => {
  const elsewhere = COMMANDS.filter(({ name }) => !((name.split(" ")[0] ?? "") in PAGES));
  const named = Object.values(ONLY_HERE).flat().sort();
  expect(elsewhere.map(({ name }) => name).sort()).toEqual(named);
});

it.each(Object.entries(PAGES))("the page for %s exists", (_noun, page) => {
  const path = fileURLToPath(new URL(`../../app/(dashboard)/${page}/page.tsx`, import.meta.url));
  expect(existsSync(path)).toBe(true);
});
