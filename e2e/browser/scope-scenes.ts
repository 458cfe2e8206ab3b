import { expect } from "playwright/test";
import type { People, Team } from "./people";
import {
  at,
  choose,
  dialog,
  follow,
  inOrder,
  press,
  type Scene,
  scene,
  table,
  text,
} from "./scene";

const LONG = "invoices.archive_of_all_years:download_as_pdf_and_structured_data";
const SCOPES = [
  ["orders:read", "View orders and their status"],
  ["orders:write", "Place, change and cancel orders"],
  [LONG.slice(0, 64), "A description that is as long as one can get. ".repeat(5).slice(0, 199)],
] as const;

/** Scopes of the company's own, and a key that has them. Both workers of the browser tests do it. */
export async function grant(people: People, team: Team): Promise<void> {
  for (const [name, description] of SCOPES) {
    await people.business.scope(name, description).catch((error: { code?: string }) => {
      if (error.code !== "conflict") throw error;
    });
  }
  const scopes = ["payouts:read", ...SCOPES.map(([name]) => name)];
  await people.issue(team, { label: "Order app", scopes });
}

const scopes = inOrder(at("/operator/scopes"), table("Scopes"));
const orderApp = inOrder(at("/api-keys?search=Order+app"), follow("Order app"), (page) =>
  expect(page.getByRole("heading", { name: "Scopes" })).toBeVisible(),
);

/** The company's own scopes: where operators define them, and where partners see them. */
export const SCOPE_SCENES: readonly Scene[] = [
  scene("scopes", "operator", scopes),
  scene(
    "New scope, with a mistake",
    "operator",
    scopes,
    press("New scope"),
    async (page) => {
      const form = page.getByRole("dialog");
      await form.getByLabel("Name").fill("accounts:read");
      await form.getByLabel("Description").fill("View accounts");
    },
    press("Define scope"),
    text("reserved for the partner API"),
  ),
  scene(
    "Edit the description of a scope",
    "operator",
    scopes,
    choose("orders:write", "Edit description"),
    dialog,
  ),
  scene(
    "Remove a scope that keys have",
    "operator",
    scopes,
    choose("orders:read", "Remove scope"),
    (page) => expect(page.getByRole("dialog")).toContainText("lose"),
  ),
  scene("New key, with scopes of the product", "owner", at("/api-keys?new=true"), async (page) => {
    const form = page.getByRole("dialog");
    await form.getByRole("checkbox", { name: "orders:write" }).check();
    await form.getByText("Product API").scrollIntoViewIfNeeded();
  }),
  scene("a key with scopes of the product", "owner", orderApp),
  scene(
    "Edit scopes, with those of the product",
    "owner",
    orderApp,
    press("Edit scopes"),
    async (page) => {
      const form = page.getByRole("dialog");
      await form.getByRole("checkbox", { name: "orders:write" }).uncheck();
      await expect(form.getByText("will return 403 immediately")).toBeVisible();
    },
  ),
];
