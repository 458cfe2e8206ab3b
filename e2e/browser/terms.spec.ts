import { expect } from "playwright/test";
import { signIn } from "./people";
import { rowOf, test } from "./test";

test("an operator sets terms, by keyboard, and the partner sees them", async ({ page, people }) => {
  const team = await people.team();
  const product = await people.business.product("Terms product");
  await signIn(page, await people.operator(), `/partners/${team.code}/settings/terms`);
  await expect(page.getByText("No terms yet")).toBeVisible();
  await page.getByRole("button", { name: "New term" }).press("Enter");
  const dialog = page.getByRole("dialog");
  const share = dialog.getByLabel("Revenue share");
  await expect(share).toBeFocused();
  await expect(share).toHaveValue("22.5%");
  // This month and earlier ones can't be chosen.
  const months = await dialog.getByLabel("From").getByRole("option").allTextContents();
  const next = new Date();
  next.setUTCMonth(next.getUTCMonth() + 1, 1);
  const format = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  expect(months[0]).toBe(next.toLocaleDateString("en", format));
  await page.evaluate(() => navigator.clipboard.writeText("30,5 %"));
  await share.selectText();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(share, "a decimal comma").toHaveValue("30.5%");
  await share.selectText();
  await share.pressSequentially("٣٠٫٠");
  await expect(share, "digits of another keyboard").toHaveValue("30.0%");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, "All products")).toContainText("30%");

  await page.getByRole("button", { name: "New term" }).click();
  await dialog.getByLabel("Revenue share").fill("12.34");
  await dialog.getByLabel("Product").selectOption(product.code);
  await dialog.getByRole("button", { name: "Set term" }).click();
  await expect(rowOf(page, product.code)).toContainText("12.34%");
  await expect(rowOf(page, product.code)).toContainText("Upcoming");

  await page.getByRole("button", { name: "New term" }).click();
  await dialog.getByLabel("Revenue share").fill("31");
  await dialog.getByRole("button", { name: "Set term" }).click();
  await expect(page.getByRole("row").filter({ hasText: "31%" })).toContainText("Upcoming");
  await expect(page.getByRole("row").filter({ hasText: "30%" })).toContainText("Replaced");
  await expect(page.getByText("22.5%").first()).toBeVisible();

  await signIn(page, team.owner, "/settings/terms");
  await expect(rowOf(page, product.code)).toContainText("12.34%");
  await expect(page.getByRole("button", { name: "New term" })).toHaveCount(0);
});
