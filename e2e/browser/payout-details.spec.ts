import { expect, type Page } from "playwright/test";
import { signIn } from "./people";
import { test } from "./test";

const PATH = "/settings/payout-details";
const dialogOf = (page: Page) => page.getByRole("dialog");

async function addDetails(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add payout details" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Country of the account").selectOption("Germany");
  await dialog.getByLabel("IBAN").fill("de89370400440532013000");
  await dialog.getByLabel("Account holder").fill("Acme Hosting GmbH");
  await dialog.getByLabel("Legal name").fill("Acme Hosting GmbH");
  await dialog.getByLabel("Address").fill("Lane 7\n10115 Berlin\nGermany");
  await dialog.getByRole("button", { name: "Add payout details" }).click();
  await expect(dialog).toHaveCount(0);
}

test("details are added by keyboard, with errors beside the fields", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, team.owner, PATH);
  const open = page.getByRole("button", { name: "Add payout details" });
  await open.focus();
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel("Country of the account")).toBeFocused();
  await dialog.getByLabel("Country of the account").selectOption("Germany");
  const iban = dialog.getByLabel("IBAN");
  await iban.fill("DE88 3704 0044 0532 0130 00");
  await page.keyboard.press("Tab");
  await expect(dialog).toContainText("Not a valid IBAN. Check it for typos.");
  await iban.fill("FR1420041010050500013M02606");
  await page.keyboard.press("Tab");
  await expect(dialog).toContainText("An IBAN of Germany starts with DE.");
  await iban.fill("de89370400440532013000");
  await page.keyboard.press("Tab");
  await expect(iban).toHaveValue("DE89 3704 0044 0532 0130 00");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Account holder")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByLabel("Account holder")).toBeFocused();
  await page.keyboard.type("Acme Hosting GmbH");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Acme Hosting GmbH");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Lane 7");
  await dialog.getByRole("button", { name: "Add payout details" }).press("Enter");
  await expect(dialog).toHaveCount(0);

  const notice = page.getByRole("status").filter({ hasText: "Used for transfers from" });
  await expect(notice).toContainText("DE89 •••• •••• 3000");
  await expect(notice).toContainText("No transfers are sent until then.");
  expect(await page.content()).not.toContain("0440532013");
  await notice.getByRole("button", { name: "Cancel change" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Keep change" })).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel change" }).press("Enter");
  await expect(page.getByText("No payout details yet")).toBeVisible();
  await expect(page.getByRole("table", { name: "History" })).toContainText("Canceled");
});

test("a second change replaces the one that waits @rare", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, team.owner, PATH);
  await addDetails(page);
  await page.getByRole("button", { name: "Change payout details" }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel("Account holder")).toHaveValue("Acme Hosting GmbH");
  await expect(dialog.getByLabel("IBAN")).toHaveValue("");
  await expect(dialog.getByRole("note")).toHaveText(
    `A change to DE89 •••• •••• 3000 is pending, made by ${team.owner.email}. This one replaces it.`,
  );
  await dialog.getByLabel("Country of the account").selectOption("United States");
  await dialog.getByLabel("Account details").fill("Routing 021000021, account 9876543210");
  await dialog.getByRole("button", { name: "Replace pending change" }).click();
  const rows = page.getByRole("table", { name: "History" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("•••• 3210");
  await expect(rows.nth(0)).toContainText("Pending");
  await expect(rows.nth(1)).toContainText("Canceled");
});

test("viewers see them masked; operators cancel @rare", async ({ page, people, openElsewhere }) => {
  const team = await people.team();
  await signIn(page, team.owner, PATH);
  await addDetails(page);
  const viewer = await openElsewhere();
  await signIn(viewer, await people.member(team, "viewer"), PATH);
  await expect(viewer.getByText("DE89 •••• •••• 3000").first()).toBeVisible();
  await expect(viewer.getByRole("button", { name: /payout details|Cancel change/ })).toHaveCount(0);

  const console = await openElsewhere();
  await signIn(console, await people.operator(), `/partners/${team.code}${PATH}`);
  await expect(console.getByRole("button", { name: /payout details$/ })).toHaveCount(0);
  await console.getByRole("button", { name: "Cancel change" }).click();
  await dialogOf(console).getByRole("button", { name: "Cancel change" }).click();
  await expect(console.getByRole("table", { name: "History" })).toContainText("Canceled");
});
