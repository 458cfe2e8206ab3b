import { expect, type Page } from "playwright/test";
import type { People, Team } from "./people";
import type { Scene } from "./scenes";
import { act } from "./test";

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

async function scopes(page: Page): Promise<void> {
  await page.goto("/operator/scopes");
  await expect(page.getByRole("table", { name: "Scopes" })).toBeVisible();
}

async function orderApp(page: Page): Promise<void> {
  await page.goto("/api-keys?search=Order+app");
  await page.getByRole("link", { name: "Order app" }).click();
  await expect(page.getByRole("heading", { name: "Scopes" })).toBeVisible();
}

/** The company's own scopes: where operators define them, and where partners see them. */
export const SCOPE_SCENES: readonly Scene[] = [
  { name: "scopes", as: "operator", open: scopes },
  {
    name: "New scope, with a mistake",
    as: "operator",
    open: async (page) => {
      await scopes(page);
      await page.getByRole("button", { name: "New scope" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("accounts:read");
      await page.getByRole("dialog").getByLabel("Description").fill("View accounts");
      await page.getByRole("button", { name: "Define scope" }).click();
      await expect(page.getByText("reserved for the partner API")).toBeVisible();
    },
  },
  {
    name: "Edit the description of a scope",
    as: "operator",
    open: async (page) => {
      await scopes(page);
      await act(page, "orders:write", "Edit description");
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "Remove a scope that keys have",
    as: "operator",
    open: async (page) => {
      await scopes(page);
      await act(page, "orders:read", "Remove scope");
      await expect(page.getByRole("dialog")).toContainText("lose");
    },
  },
  {
    name: "New key, with scopes of the product",
    as: "owner",
    open: async (page) => {
      await page.goto("/api-keys?new=true");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("checkbox", { name: "orders:write" }).check();
      await dialog.getByText("Product API").scrollIntoViewIfNeeded();
    },
  },
  { name: "a key with scopes of the product", as: "owner", open: orderApp },
  {
    name: "Edit scopes, with those of the product",
    as: "owner",
    open: async (page) => {
      await orderApp(page);
      await page.getByRole("button", { name: "Edit scopes" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("checkbox", { name: "orders:write" }).uncheck();
      await expect(dialog.getByText("will return 403 immediately")).toBeVisible();
    },
  },
];
