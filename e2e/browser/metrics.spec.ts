import { expect } from "playwright/test";
import { exported } from "./exported";
import { type People, signIn, type Team } from "./people";
import { test } from "./test";

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

test("the period beside the one before, in one currency at a time, as charts and as tables", async ({
  page,
  people,
}) => {
  const team = await people.team();
  const { name } = await trade(people, team);
  await signIn(page, team.owner, "/metrics");
  const figures = page.getByRole("list", { name: "Sums of the period" });
  await expect(figures).toContainText("€30.00");
  await expect(figures).toContainText("50% more than before");
  // 22.5 % of 30.00.
  await expect(figures).toContainText("€6.75");
  await expect(figures).not.toContainText("¥");

  const chart = page.getByRole("img", { name: /^Gross, EUR, from/ });
  await expect(chart).toBeVisible();
  await page.getByRole("radiogroup", { name: "Gross, EUR as" }).getByText("Table").click();
  const table = page.getByRole("table", { name: "Gross, EUR" });
  await expect(table.getByRole("row")).toHaveCount(31);
  await expect(table.getByRole("row").filter({ hasText: "€30.00" })).toHaveCount(1);
  await expect(table.getByRole("row").filter({ hasText: "€20.00" })).toHaveCount(1);

  const products = page.getByRole("table", { name: "By product" });
  await expect(products.getByRole("row").filter({ hasText: name })).toContainText("100%");
  await expect(products.getByRole("row").filter({ hasText: name })).toContainText("€20.00");

  await page.getByRole("combobox", { name: "Currency" }).click();
  await page.getByRole("option", { name: "JPY" }).click();
  await expect(page).toHaveURL(/currency=JPY/);
  await expect(figures).toContainText("¥700");
  await expect(figures).toContainText("None before");
  await expect(figures).not.toContainText("€");

  await page.getByRole("switch", { name: "Compare with the period before" }).click();
  await expect(page).toHaveURL(/compare=false/);
  await expect(figures).not.toContainText("before");
});

test("ranges and steps stand in the address, and are what is saved", async ({ page, people }) => {
  const team = await people.team();
  await trade(people, team);
  await signIn(page, team.owner, "/metrics?range=12m");
  await expect(page.getByRole("combobox", { name: "Steps" })).toHaveValue("By month");
  await page.getByRole("radiogroup", { name: "Which days" }).getByText("7 days").click();
  await expect(page).toHaveURL("/metrics?range=7d");
  await expect(page.getByRole("combobox", { name: "Steps" })).toHaveValue("By day");
  const { name, rows } = await exported(page);
  expect(name).toMatch(/^metrics-/);
  const [head, ...body] = rows;
  const columns = ["from", "to", "customers", "new_customers", "currency", "charges", "gross"];
  expect(head).toEqual(columns);
  // Seven days, with a line for each currency.
  expect(body).toHaveLength(14);
  const gross = body.map((row) => `${row[4]} ${row[6]}`).filter((cell) => !/ 0(\.00)?$/.test(cell));
  expect(gross.sort()).toEqual(["EUR 30.00", "JPY 700"]);

  await page.getByRole("radiogroup", { name: "Which days" }).getByText("Custom").click();
  await page.getByRole("button", { name: "From the first to the last day" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto("/metrics?range=custom&from=2026-02-31&to=nonsense");
  await expect(page.getByRole("list", { name: "Sums of the period" })).toContainText("€30.00");
});

test("without any business it says so", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner, "/metrics");
  await expect(page.getByText("Nothing in these days")).toBeVisible();
});

/** Two currencies: 30 euros in this week, 20 in the month before, and 700 yen. */
async function trade({ business }: Pick<People, "business">, team: Team) {
  const { id: customerId } = await business.customer(team, { email: "pays@example.com" });
  const euro = await business.product(`Mailbox ${Date.now()}`);
  const yen = await business.product(`Domain ${Date.now()}`, { currency: "JPY" });
  await business.charge(team, [
    { customerId, product: euro.code, amount: 3_000, occurredAt: daysAgo(2) },
    { customerId, product: euro.code, amount: 2_000, occurredAt: daysAgo(40) },
    { customerId, product: yen.code, amount: 700, occurredAt: daysAgo(3) },
  ]);
  return euro;
}
