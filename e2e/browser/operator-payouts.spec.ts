import { expect, type Page } from "playwright/test";
import { exported } from "./exported";
import { type People, signIn } from "./people";
import { rowOf, test } from "./test";

/** A partner with one charge in a month that no other test uses. */
async function traded(people: People, period: string, name: string) {
  const team = await people.team(name);
  const product = await people.business.product("Closed over");
  const email = `ada@${team.code}.example`;
  const { id: customerId } = await people.business.customer(team, { email });
  await people.business.charge(team, [
    { customerId, product: product.code, amount: 10_000, occurredAt: new Date(`${period}-03`) },
  ]);
  return { team };
}

const preview = (page: Page) => page.getByRole("table", { name: /^Payouts for/ });
const all = (page: Page) => page.getByRole("table", { name: "All payouts" });

test("a month is previewed and closed, its payouts are adjusted", async ({ page, people }) => {
  const { team } = await traded(people, "2023-04", "Closed Once");
  await signIn(page, await people.operator(), "/operator/payouts?month=2023-04");
  await expect(preview(page).getByRole("row").filter({ hasText: team.name })).toContainText("Open");
  await expect(preview(page)).toContainText("€22.50");
  await page.getByRole("button", { name: "Close April 2023" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 payout in EUR, €22.50 total");
  await dialog.getByRole("button", { name: "Close month" }).click();
  await expect(dialog).toBeHidden();
  await expect(preview(page)).toContainText("Closed");
  await expect(page.getByRole("button", { name: "Close April 2023" })).toHaveCount(0);

  await page.goto(`/operator/payouts?month=2023-04&period=2023-04&partner=${team.partnerId}`);
  const row = all(page).getByRole("row").filter({ hasText: team.name });
  const choose = async (item: string) => {
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await choose("Update status");
  await dialog.getByRole("radio", { name: "Failed" }).check();
  await dialog.getByRole("button", { name: "Mark as failed" }).click();
  await expect(dialog.getByText("Enter a reference")).toBeVisible();
  await dialog.getByLabel("Reference").fill("R-1");
  await dialog.getByRole("button", { name: "Mark as failed" }).click();
  await expect(row).toContainText("Failed");
  await choose("Update status");
  await expect(dialog.getByRole("radio", { name: "Failed" })).toBeChecked();
  await dialog.getByRole("radio", { name: "Paid" }).check();
  await dialog.getByLabel("Reference").fill("SEPA 7");
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await expect(row).toContainText("SEPA 7");

  await choose("Recalculate");
  await dialog.getByRole("button", { name: "Recalculate" }).click();
  await expect(page.getByText("No changes")).toBeVisible();
  await people.business.lose(team);
  await choose("Recalculate");
  await dialog.getByRole("button", { name: "Recalculate" }).click();
  await expect(rowOf(page, "adjustment")).toContainText("€22.50");
});

test("closing a month that was closed meanwhile says so @rare", async ({ page, people }) => {
  await traded(people, "2023-09", "Closed Twice");
  await signIn(page, await people.operator(), "/operator/payouts?month=2023-09");
  await page.getByRole("button", { name: "Close September 2023" }).click();
  await people.business.close("2023-09");
  await page.getByRole("button", { name: "Close month" }).click();
  await expect(page.getByText("Its payouts already existed.")).toBeVisible();
});

test("a month that is not over is previewed, but not closed @rare", async ({ page, people }) => {
  const month = new Date().toISOString().slice(0, 7);
  const team = await people.team("Under Way");
  const product = await people.business.product("Of today");
  const { id: customerId } = await people.business.customer(team, { email: "ada@today.example" });
  const occurredAt = new Date();
  await people.business.charge(team, [
    { customerId, product: product.code, amount: 900, occurredAt },
  ]);
  await signIn(page, await people.operator(), `/operator/payouts?month=${month}`);
  await expect(preview(page)).toContainText(team.name);
  await expect(page.getByText("Month in progress")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Close / })).toHaveCount(0);
});

test("payouts are filtered, in the list and in the export @rare", async ({ page, people }) => {
  const { team } = await traded(people, "2023-05", `Filtered ${Date.now().toString(36)}`);
  await traded(people, "2023-05", "Filtered Out");
  await people.business.close("2023-05");
  await signIn(page, await people.operator(), "/operator/payouts");
  await page.getByRole("combobox", { name: "Partner" }).click();
  await page.getByRole("combobox", { name: "Partner" }).fill(team.name);
  await page.getByRole("option", { name: team.name }).click();
  await expect(page).toHaveURL(new RegExp(`partner=${team.partnerId}`));
  await expect(all(page).getByRole("row")).toHaveCount(2);
  const { rows } = await exported(page);
  expect(rows.slice(1).map((cells) => cells[1])).toEqual([team.code]);
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Paid" }).click();
  await expect(page.getByText("No matching payouts")).toBeVisible();
});
