import { expect, type Page } from "playwright/test";
import type { People, Team } from "./people";
import { PRODUCT_SCENES } from "./product-scenes";
import {
  at,
  choose,
  chooseFirst,
  dialog,
  follow,
  inOrder,
  press,
  type Scene,
  scene,
  table,
  text,
} from "./scene";
import { grant, SCOPE_SCENES } from "./scope-scenes";

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

const partner = (path = "/overview", name = "Seen From All Sides") =>
  inOrder(
    at(`/operator/partners?search=${encodeURIComponent(name)}`),
    (page) => page.locator("tbody").getByRole("link", { name }).first().click(),
    (page) => expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible(),
    async (page) => {
      if (path !== "/overview") await page.goto(page.url().replace("/overview", path));
    },
  );

const payouts = inOrder(at("/operator/payouts?month=2024-06"), table("All payouts"));
const transfers = inOrder(at("/operator/transfers"), table("Due"), table("All transfers"));

/** Opens the dialog of an action on a pending transfer. */
const selected = (action: string) => async (page: Page) => {
  await page.goto("/operator/transfers?status=pending");
  const rows = page.getByRole("table", { name: "All transfers" });
  await rows
    .getByRole("checkbox", { name: /^Select statement/ })
    .first()
    .check();
  const bars = page.getByRole("group", { name: "Selected rows" });
  await bars.getByRole("button", { name: action }).click();
  await dialog(page);
};

/** Chooses an action of the first payout that offers it: adjustments come first and have fewer. */
const ofPayout = (action: string) => async (page: Page) => {
  const rows = page.getByRole("table", { name: "All payouts" }).getByRole("row");
  const original = rows.filter({ hasNotText: "adjustment", hasText: /\d/ }).first();
  await original.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: action }).click();
};

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
  scene(
    "New term, with a mistake",
    "operator",
    partner("/settings/terms"),
    press("New term"),
    (page) => page.getByRole("dialog").getByLabel("Revenue share").fill("101"),
    press("Set term"),
    text("Enter a percentage between 0 and 100."),
  ),
  scene("what is due, and all transfers", "operator", transfers),
  scene("Create transfers", "operator", transfers, press(/^Create \d+ transfer/), dialog),
  scene("Update status of transfers", "operator", selected("Update status")),
  scene("Download the bank's file", "operator", selected("Download bank file")),
  scene(
    "New partner, with mistakes",
    "operator",
    at("/operator/partners?new=true"),
    press("Create partner"),
    text("Enter a name."),
  ),
  scene(
    "no matching partners",
    "operator",
    at("/operator/partners?search=nobody+is+called+so"),
    text("No matching partners"),
  ),
  scene("a partner", "operator", partner()),
  ...PAGES.map(([path, name]) =>
    scene(`a partner: ${path}`, "operator", partner(path), table(name)),
  ),
  scene("Edit a partner", "operator", partner(), press("Edit"), dialog),
  scene(
    "Transfer a customer",
    "operator",
    partner("/customers"),
    table("Customers"),
    follow("late@example.com"),
    (page) => page.getByRole("button", { name: "Transfer", exact: true }).click(),
    dialog,
  ),
  scene("Terminate a partner", "operator", partner(), press("Terminate"), async (page) => {
    await expect(page.getByRole("dialog").getByText("This can't be undone.")).toBeVisible();
    await page.getByRole("dialog").getByLabel("Reason").fill("Contract ended");
  }),
  scene(
    "a terminated partner",
    "operator",
    partner("/overview", "Ended"),
    text("This account is terminated"),
    text("No recent errors."),
  ),
  scene(
    "Set the limit of a key",
    "operator",
    partner("/api-keys"),
    choose("Granted", "Set limit"),
    dialog,
  ),
  scene("charges of all partners", "operator", at("/operator/charges"), table("Charges")),
  scene("all payouts", "operator", payouts),
  scene(
    "Update a payout's status, with a mistake",
    "operator",
    payouts,
    ofPayout("Update status"),
    (page) => page.getByRole("radio", { checked: false }).first().check(),
    press(/^Mark as/),
    text("Enter a reference"),
  ),
  scene("Recalculate a payout", "operator", payouts, ofPayout("Recalculate"), dialog),
  scene("imports", "operator", at("/operator/imports"), table("Imports")),
  scene(
    "an import with bad lines",
    "operator",
    at("/operator/imports"),
    (page) => page.getByRole("link", { name: "Customers" }).first().click(),
    table("Errors"),
  ),
  scene("platform keys", "operator", at("/operator/platform-keys"), table("Platform keys")),
  scene(
    "New platform key, with mistakes",
    "operator",
    at("/operator/platform-keys"),
    press("New platform key"),
    async (page) => {
      const form = page.getByRole("dialog");
      await form.getByLabel("Name").fill("Gateway");
      await form.getByRole("button", { name: "Create key" }).click();
      await expect(form.getByText("Select at least one scope.")).toBeVisible();
    },
  ),
  scene(
    "Revoke a platform key",
    "operator",
    at("/operator/platform-keys"),
    chooseFirst(/^Actions for/, "Revoke key"),
    dialog,
  ),
  scene("operators", "operator", at("/operator/operators"), table("Operators")),
  scene(
    "the policy for leaked keys",
    "operator",
    at("/operator/operators"),
    press("Edit policy"),
    (page) =>
      expect(page.getByRole("dialog").getByRole("radio", { name: /^Notify/ })).toBeVisible(),
  ),
  scene("the audit log of all", "operator", at("/operator/audit"), table("Audit log")),
  scene("events of all partners", "operator", at("/operator/events"), table("Events")),
  scene("an event, for operators", "operator", at("/operator/events"), async (page) => {
    await page.getByRole("table").getByRole("button").first().click();
    await expect(page.getByRole("dialog").getByText('"sequence"')).toBeVisible();
  }),
  scene(
    "New platform endpoint, with mistakes",
    "operator",
    at("/operator/webhooks?new=true"),
    async (page) => {
      const form = page.getByRole("dialog");
      await form.getByLabel("Endpoint URL").fill("http://10.0.0.1/hooks");
      await form.getByRole("button", { name: "Add endpoint" }).click();
      await expect(form.getByText("must begin with https://")).toBeVisible();
    },
  ),
  scene("health", "operator", at("/operator/health"), text("Hit rate")),
];
