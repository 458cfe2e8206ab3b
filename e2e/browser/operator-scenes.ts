import { expect, type Page } from "playwright/test";
import type { People, Team } from "./people";
import { PRODUCT_SCENES } from "./product-scenes";
import type { Scene } from "./scenes";
import { grant, SCOPE_SCENES } from "./scope-scenes";
import { act } from "./test";

/** A sample import with a reason that is longer than its cell. */
export function importWithBadLines(people: People): Promise<string> {
  return people.importCustomers(["email: Must be an email address.", "metadata: ".repeat(60)]);
}

/** Prepares the scenes of operators. */
export async function operate(people: People, team: Team): Promise<void> {
  await grant(people, team);
  await importWithBadLines(people);
  await people.platformKey("Gateway (production)");
}

const table = (page: Page, name: string) =>
  expect(page.getByRole("table", { name, exact: true })).toBeVisible();

const WATCHED = "Seen From All Sides";

async function partner(page: Page, path = "/overview", name = WATCHED): Promise<void> {
  await page.goto(`/operator/partners?search=${encodeURIComponent(name)}`);
  await page.locator("tbody").getByRole("link", { name }).first().click();
  await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
  if (path !== "/overview") await page.goto(page.url().replace("/overview", path));
}

async function payouts(page: Page): Promise<void> {
  await page.goto("/operator/payouts?month=2024-06");
  await table(page, "All payouts");
}

async function transfers(page: Page): Promise<void> {
  await page.goto("/operator/transfers");
  await table(page, "Due");
  await table(page, "All transfers");
}

/** Opens the dialog of an action on all pending transfers. */
async function selected(page: Page, action: string): Promise<void> {
  await page.goto("/operator/transfers?status=pending");
  const rows = page.getByRole("table", { name: "All transfers" });
  await rows
    .getByRole("checkbox", { name: /^Select statement/ })
    .first()
    .check();
  const bars = page.getByRole("group", { name: "Selected rows" });
  await bars.getByRole("button", { name: action }).click();
  await dialog(page);
}

/** Chooses an action of the first payout that offers it: adjustments come first and have fewer. */
async function choose(page: Page, item: string): Promise<void> {
  const rows = page.getByRole("table", { name: "All payouts" }).getByRole("row");
  const original = rows.filter({ hasNotText: "adjustment", hasText: /\d/ }).first();
  await original.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const scene = (name: string, open: (page: Page) => Promise<unknown>): Scene => ({
  name,
  as: "operator",
  open: async (page) => {
    await open(page);
  },
});

async function dialog(page: Page): Promise<void> {
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** A partner's pages that offer operators something. */
const PAGES: readonly (readonly [path: string, table: string])[] = [
  ["/api-keys", "API keys"],
  ["/payouts", "Payouts"],
  ["/settings/team", "Team"],
];

/** The operators' console, with every dialog that can be opened without changing anything. */
export const OPERATOR_SCENES: readonly Scene[] = [
  ...SCOPE_SCENES,
  ...PRODUCT_SCENES,
  scene("New term, with a mistake", async (page) => {
    await partner(page, "/settings/terms");
    await page.getByRole("button", { name: "New term" }).click();
    await page.getByRole("dialog").getByLabel("Revenue share").fill("101");
    await page.getByRole("button", { name: "Set term" }).click();
    await expect(page.getByText("Enter a percentage between 0 and 100.")).toBeVisible();
  }),
  scene("what is due, and all transfers", transfers),
  scene("Create transfers", async (page) => {
    await transfers(page);
    await page.getByRole("button", { name: /^Create \d+ transfer/ }).click();
    await dialog(page);
  }),
  scene("Update status of transfers", async (page) => {
    await selected(page, "Update status");
  }),
  scene("Download the bank's file", async (page) => {
    await selected(page, "Download bank file");
  }),
  scene("New partner, with mistakes", async (page) => {
    await page.goto("/operator/partners?new=true");
    await page.getByRole("button", { name: "Create partner" }).click();
    await expect(page.getByText("Enter a name.")).toBeVisible();
  }),
  scene("no matching partners", async (page) => {
    await page.goto("/operator/partners?search=nobody+is+called+so");
    await expect(page.getByText("No matching partners")).toBeVisible();
  }),
  scene("a partner", (page) => partner(page)),
  ...PAGES.map(([path, name]) =>
    scene(`a partner: ${path}`, async (page) => {
      await partner(page, path);
      await table(page, name);
    }),
  ),
  scene("Edit a partner", async (page) => {
    await partner(page);
    await page.getByRole("button", { name: "Edit" }).click();
    await dialog(page);
  }),
  scene("Transfer a customer", async (page) => {
    await partner(page, "/customers");
    await table(page, "Customers");
    await page.getByRole("link", { name: "late@example.com" }).click();
    await page.getByRole("button", { name: "Transfer", exact: true }).click();
    await dialog(page);
  }),
  scene("Terminate a partner", async (page) => {
    await partner(page);
    await page.getByRole("button", { name: "Terminate" }).click();
    await expect(page.getByRole("dialog").getByText("This can't be undone.")).toBeVisible();
    await page.getByRole("dialog").getByLabel("Reason").fill("Contract ended");
  }),
  scene("a terminated partner", async (page) => {
    await partner(page, "/overview", "Ended");
    await expect(page.getByText("This account is terminated")).toBeVisible();
    await expect(page.getByText("No recent errors.")).toBeVisible();
  }),
  scene("Set the limit of a key", async (page) => {
    await partner(page, "/api-keys");
    await act(page, "Granted", "Set limit");
    await dialog(page);
  }),
  scene("charges of all partners", async (page) => {
    await page.goto("/operator/charges");
    await table(page, "Charges");
  }),
  scene("all payouts", payouts),
  scene("Update a payout's status, with a mistake", async (page) => {
    await payouts(page);
    await choose(page, "Update status");
    await page.getByRole("radio", { checked: false }).first().check();
    await page.getByRole("button", { name: /^Mark as/ }).click();
    await expect(page.getByText("Enter a reference")).toBeVisible();
  }),
  scene("Recalculate a payout", async (page) => {
    await payouts(page);
    await choose(page, "Recalculate");
    await dialog(page);
  }),
  scene("imports", async (page) => {
    await page.goto("/operator/imports");
    await table(page, "Imports");
  }),
  scene("an import with bad lines", async (page) => {
    await page.goto("/operator/imports");
    await page.getByRole("link", { name: "Customers" }).first().click();
    await table(page, "Errors");
  }),
  scene("platform keys", async (page) => {
    await page.goto("/operator/platform-keys");
    await table(page, "Platform keys");
  }),
  scene("New platform key, with mistakes", async (page) => {
    await page.goto("/operator/platform-keys");
    await page.getByRole("button", { name: "New platform key" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name").fill("Gateway");
    await form.getByRole("button", { name: "Create key" }).click();
    await expect(form.getByText("Select at least one scope.")).toBeVisible();
  }),
  scene("Revoke a platform key", async (page) => {
    await page.goto("/operator/platform-keys");
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Revoke key" }).click();
    await dialog(page);
  }),
  scene("operators", async (page) => {
    await page.goto("/operator/operators");
    await table(page, "Operators");
  }),
  scene("the policy for leaked keys", async (page) => {
    await page.goto("/operator/operators");
    await page.getByRole("button", { name: "Edit policy" }).click();
    await expect(page.getByRole("dialog").getByRole("radio", { name: /^Notify/ })).toBeVisible();
  }),
  scene("the audit log of all", async (page) => {
    await page.goto("/operator/audit");
    await table(page, "Audit log");
  }),
  scene("events of all partners", async (page) => {
    await page.goto("/operator/events");
    await table(page, "Events");
  }),
  scene("an event, for operators", async (page) => {
    await page.goto("/operator/events");
    await page.getByRole("table").getByRole("button").first().click();
    await expect(page.getByRole("dialog").getByText('"sequence"')).toBeVisible();
  }),
  scene("New platform endpoint, with mistakes", async (page) => {
    await page.goto("/operator/webhooks?new=true");
    const form = page.getByRole("dialog");
    await form.getByLabel("Endpoint URL").fill("http://10.0.0.1/hooks");
    await form.getByRole("button", { name: "Add endpoint" }).click();
    await expect(form.getByText("must begin with https://")).toBeVisible();
  }),
  scene("health", async (page) => {
    await page.goto("/operator/health");
    await expect(page.getByText("Hit rate")).toBeVisible();
  }),
];
