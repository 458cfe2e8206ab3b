import { expect } from "playwright/test";
import { at } from "./dashboard";
import { exported } from "./exported";
import { signIn } from "./people";
import { rowOf, test } from "./test";

test("a payout shows its calculation and its adjustment", async ({ page, people }) => {
  const { business } = people;
  const team = await people.team();
  const { id: customerId } = await business.customer(team, { email: "pays@example.com" });
  const { code: product, name } = await business.product(`Server ${Date.now()}`);
  const charge = (amount: number) =>
    business.charge(team, [
      { customerId, product, amount, occurredAt: new Date("2024-03-15T12:00:00Z") },
    ]);
  await charge(123_457);
  await business.close("2024-03");
  const [closing] = await business.payouts(team, "2024-03");
  if (!closing) throw new Error("a month with charges makes a payout");
  await business.mark(closing.id, "paid", "SEPA 7");
  await charge(1_000);
  await business.correct(closing.id);

  await signIn(page, team.owner, "/payouts");
  const sums = page.getByRole("list", { name: "Totals" });
  await expect(sums).toContainText("Paid (EUR)");
  await expect(sums).toContainText("€277.78");
  await expect(page.getByRole("row")).toHaveCount(3);
  const row = rowOf(page, "SEPA 7");
  for (const text of ["March 2024", "Paid", "€1,234.57", "22.5%", "€277.78"]) {
    await expect(row).toContainText(text);
  }
  await row.getByRole("button", { name: "March 2024" }).click();
  const drawer = page.getByRole("dialog");
  const sum = drawer.getByRole("table", { name: "Payout calculation" });
  // 1,234.57 x 22.5% = 277.77825.
  await expect(sum.getByRole("rowheader", { name })).toContainText("€1,234.57");
  await expect(sum).toContainText("× 22.5%");
  await expect(sum).toContainText("= €277.77825");
  await expect(sum.getByRole("row", { name: /^Amount/ })).toContainText("€277.78");
  await expect(page).toHaveURL(at(`/payouts?payout=${closing.id}`));
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();

  await rowOf(page, "Adjustment").getByRole("button", { name: "March 2024" }).click();
  // The share of 1,244.57 is 280.02825, of which 277.78 was paid.
  await expect(sum.getByRole("rowheader", { name })).toContainText("€10.00 × 22.5%");
  await expect(sum.getByRole("row", { name: /^Adjustment/ })).toContainText("€2.25");
  await drawer.getByRole("link", { name: "original payout" }).click();
  await expect(page).toHaveURL(at(`/payouts?payout=${closing.id}`));
  await page.reload();
  await expect(drawer).toContainText("SEPA 7");
});

test("the filter is in the URL and applies to the export @rare", async ({ page, people }) => {
  const { business } = people;
  const team = await people.team();
  const { id: customerId } = await business.customer(team, { email: "pays@example.com" });
  const { code: product } = await business.product(`Server ${Date.now()}`, { currency: "KWD" });
  const occurredAt = new Date("2024-04-30T23:59:59Z");
  await business.charge(team, [{ customerId, product, amount: 10_000, occurredAt }]);
  await business.close("2024-04");
  const [payout] = await business.payouts(team, "2024-04");
  await business.mark(payout?.id ?? "", "failed", "returned");

  await signIn(page, team.owner, "/payouts");
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Paid" }).click();
  await expect(page).toHaveURL(at("/payouts?status=paid"));
  await expect(page.getByText("No matching payouts")).toBeVisible();
  await page.goto("/payouts?status=failed");
  await expect(page.getByRole("row")).toHaveCount(2);
  const { name, rows } = await exported(page);
  expect(name).toMatch(/^payouts-/);
  expect(rows).toHaveLength(2);
  // Dinars have three decimals.
  expect(rows[1]).toEqual(expect.arrayContaining(["2024-04", "KWD", "10.000", "2.250", "failed"]));
});
