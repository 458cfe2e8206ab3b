import { randomBytes } from "node:crypto";
import { expect } from "playwright/test";
import { signIn } from "./people";
import { act, rowOf, test } from "./test";

test("a product is added, sold, raised and archived", async ({ page, people, openElsewhere }) => {
  const team = await people.team("Sells");
  // All partners see all products.
  const code = `desk-${randomBytes(4).toString("hex")}`;
  const name = `Desk ${code}`;
  await signIn(page, await people.operator(), "/operator/products?new=true");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByRole("button", { name: "Add product" }).click();
  await expect(dialog.getByText("Choose a currency.")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Currency" }).fill("eur");
  await page.getByRole("option", { name: "EUR" }).click();
  await dialog.getByLabel("Minimum price").fill("5");
  await dialog.getByLabel("Default price").fill("4.99");
  await dialog.getByRole("button", { name: "Add product" }).click();
  await expect(dialog.getByText("Enter at least the minimum price, €5.00.")).toBeVisible();
  await dialog.getByLabel("Default price").fill("9");
  await dialog.getByRole("button", { name: "Add product" }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/operator/products?search=${code}`);
  await expect(rowOf(page, code)).toContainText("€5.00");

  await page.getByRole("button", { name: "New product" }).click();
  await dialog.getByLabel("Name").fill("Another");
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByRole("combobox", { name: "Currency" }).fill("eur");
  await page.getByRole("option", { name: "EUR" }).click();
  await dialog.getByLabel("Minimum price").fill("1");
  await dialog.getByLabel("Default price").fill("1");
  await dialog.getByRole("button", { name: "Add product" }).click();
  await expect(dialog.getByText("already exists")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await people.business.setPrice(team, code, 600);
  await page.reload();
  await act(page, name, "Edit product");
  const save = dialog.getByRole("button", { name: "Save product" });
  await expect(save).toBeDisabled();
  await dialog.getByLabel("Minimum price").fill("7.50");
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, code)).toContainText("€7.50");
  const owner = await openElsewhere();
  await signIn(owner, team.owner, "/prices");
  await expect(rowOf(owner, code)).toContainText("€7.50");

  await act(page, name, "Archive product");
  await expect(dialog).toContainText("including those that 1 partner has set");
  await dialog.getByRole("button", { name: "Archive product" }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, code)).toContainText("Archived");
  await owner.reload();
  await expect(rowOf(owner, code)).toContainText("Archived");
  await expect(owner.getByRole("button", { name: `Edit the price of ${name}` })).toHaveCount(0);
  await page.goto(`/operator/products?status=active&search=${code}`);
  await expect(page.getByText("No matching products")).toBeVisible();
  await page.goto(`/operator/products?status=archived&search=${code}`);
  await act(page, name, "Unarchive product");
  await dialog.getByRole("button", { name: "Unarchive product" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No matching products")).toBeVisible();
});
