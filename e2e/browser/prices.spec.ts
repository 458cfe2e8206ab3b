import { expect } from "playwright/test";
import { signIn } from "./people";
import { act, rowOf, test } from "./test";

test("a price is changed in the table and reset, never too low", async ({ page, people }) => {
  const team = await people.team();
  const { code, name } = await people.business.product(`Mailbox ${Date.now()}`);
  await people.business.setPrice(team, code, 1_000);
  await signIn(page, team.owner, "/prices");
  const row = rowOf(page, code);
  await expect(row).toContainText("€10.00");
  await row.getByRole("button", { name: `Edit the price of ${name}` }).click();
  const field = row.getByLabel(`Price of ${name} in EUR`);
  await expect(field).toBeFocused();
  await field.fill("4.99");
  await expect(row.getByText("Must be at least €5.00")).toBeVisible();
  await expect(row.getByRole("button", { name: "Save" })).toBeDisabled();
  await field.press("Enter");
  await expect(field).toBeVisible();
  await field.fill("nine");
  await expect(row.getByText("Use the format 10.00")).toBeVisible();
  await field.fill("12.5");
  await field.press("Enter");

  await expect(field).toBeHidden();
  await expect(row).toContainText("€12.50");
  // Calculated like a payout: 22.5% of 12.50, not the part above the minimum price.
  await expect(row).toContainText("€2.81");
  await expect(row).toContainText("22.5%");
  await expect(row).not.toContainText("€7.50");
  await expect(row.getByRole("button", { name: `Edit the price of ${name}` })).toBeFocused();

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("€10.00");
  await act(page, name, "Price history");
  const history = page.getByRole("dialog");
  await expect(history.getByRole("listitem")).toHaveCount(3);
  await expect(history.getByRole("listitem").first()).toContainText("€12.50 → to €10.00");
  await expect(history.getByRole("listitem").first()).toContainText(`by ${team.owner.email}`);
  await expect(page).toHaveURL(new RegExp(`history=${code}`));
  await page.reload();
  await expect(history).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(history).toBeHidden();
});

test("a price that someone else changed meanwhile isn't overwritten", async ({ page, people }) => {
  const team = await people.team();
  const { code, name } = await people.business.product(`Domain ${Date.now()}`);
  await signIn(page, team.owner, "/prices");
  const row = rowOf(page, code);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row.getByText("—"), "a phone has no room for what is missing").toBeHidden();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(row.getByText("—")).toBeVisible();
  const edit = row.getByRole("button", { name: `Edit the price of ${name}` });
  await edit.click();
  await people.business.setPrice(team, code, 2_000);
  await row.getByLabel(/^Price of/).fill("15");
  await row.getByRole("button", { name: "Save" }).click();
  await expect(row.getByRole("alert")).toContainText("changed this price to €20.00");
  await row.getByRole("button", { name: "Keep their price" }).click();
  await expect(row).toContainText("€20.00");

  await edit.click();
  await people.business.setPrice(team, code, 3_000);
  await row.getByLabel(/^Price of/).fill("15");
  await row.getByLabel(/^Price of/).press("Enter");
  await expect(row.getByRole("alert")).toContainText("changed this price to €30.00");
  await row.getByRole("button", { name: "Set €15.00" }).dblclick();
  await expect(edit).toContainText("€15.00");
  await act(page, name, "Price history");
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(3);
});

test("Escape cancels an edit @rare", async ({ page, people }) => {
  const team = await people.team();
  const { code, name } = await people.business.product(`Backup ${Date.now()}`);
  await signIn(page, team.owner, "/prices");
  const edit = rowOf(page, code).getByRole("button", { name: `Edit the price of ${name}` });
  await edit.click();
  await page.keyboard.type("77");
  await page.keyboard.press("Escape");
  await expect(edit).toBeFocused();
  await expect(edit).toContainText("€9.00");
  await expect(edit).toContainText("Default");
});

test("a suspended partner can't change a price @rare", async ({ page, people }) => {
  const team = await people.team();
  const { code } = await people.business.product(`Certificate ${Date.now()}`);
  await people.suspend(team);
  await signIn(page, team.owner, "/prices");
  const closed = rowOf(page, code).getByRole("button");
  await expect(closed).toHaveAttribute("aria-disabled", "true");
});
