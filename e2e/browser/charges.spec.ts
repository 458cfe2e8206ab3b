import { expect } from "playwright/test";
import { at } from "./dashboard";
import { exported } from "./exported";
import { type People, signIn, type Team } from "./people";
import { rowOf, test } from "./test";

const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** A customer with a charge and a refund in the month, and a charge that is late for it. */
async function sell({ business }: People, team: Team, month: string) {
  const { id: customerId } = await business.customer(team, { email: "p@x.io", name: "Payer" });
  await business.customer(team, { email: "other@x.io", name: "Other" });
  const { code: product, name } = await business.product(`Server ${Date.now()}`);
  const charge = (amount: number, day: string, externalId: string) =>
    business.charge(team, [{ customerId, product, amount, externalId, occurredAt: noon(day) }]);
  await charge(10_000, `${month}-10`, "inv-1");
  await business.refund(team, { charge: "inv-1", amount: 2_500, occurredAt: noon(`${month}-11`) });
  await business.close(month);
  await charge(101, `${month}-12`, "inv-late");
  const [original, adjustment] = await business.payouts(team, month);
  if (!original || !adjustment) throw new Error("a late charge makes an adjustment");
  return { original, adjustment, customerId, product, name };
}

test("a payout leads to the charges that it counts, also as CSV", async ({ page, people }) => {
  const team = await people.team();
  const { original, adjustment } = await sell(people, team, "2021-01");
  await signIn(page, team.owner, `/payouts?payout=${original.id}`);
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("link", { name: "View charges" }).click();
  await expect(page).toHaveURL(at(`/charges?payout=${original.id}`));
  await expect(page.getByRole("note")).toContainText("€75.00");
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(rowOf(page, "Refund")).toContainText("-€25.00");
  const { name, rows } = await exported(page);
  expect(name).toMatch(/^charges-/);
  const [head = [], ...body] = rows;
  const net = body.map((row) => row[head.indexOf("net")]);
  expect(net).toEqual(["-25.00", "100.00"]);

  await page.goto(`/charges?payout=${adjustment.id}`);
  await expect(page.getByRole("note")).toContainText("€1.01");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(rowOf(page, "inv-late")).toContainText("Charge, late");
  await page.getByRole("button", { name: "Show all charges" }).click();
  await expect(page.getByRole("row")).toHaveCount(4);
});

test("a refund leads to its charge, and the charge to its refunds", async ({ page, people }) => {
  const team = await people.team();
  const { adjustment } = await sell(people, team, "2021-02");
  await signIn(page, team.owner, "/charges?type=refund");
  await expect(page.getByRole("row")).toHaveCount(2);
  await rowOf(page, "Refund")
    .getByRole("button", { name: /^Server/ })
    .click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("button", { name: "View charge" }).click();
  await expect(drawer).toContainText("inv-1");
  await expect(drawer).toContainText("€75.00 of €100.00 was not refunded.");
  const refunds = drawer.getByRole("table", { name: "Refunds" });
  await refunds.getByRole("button", { name: "Refund" }).click();
  await expect(drawer.getByRole("button", { name: "View charge" })).toBeVisible();
  await page.goBack();
  await expect(drawer).toContainText("was not refunded");
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();

  await page.goto("/charges?late=late");
  await page.getByRole("button", { name: /^Server/ }).click();
  await drawer.getByRole("link", { name: "View payout" }).click();
  await expect(page).toHaveURL(at(`/payouts?payout=${adjustment.id}`));
});

test("filters, also by customer, stay in the URL until cleared @rare", async ({ page, people }) => {
  const team = await people.team();
  const { customerId, product, name } = await sell(people, team, "2021-03");
  await signIn(page, team.owner, "/charges");
  await expect(page.getByRole("row")).toHaveCount(4);
  await page.getByRole("combobox", { name: "Customer" }).click();
  await page.getByRole("option", { name: "Other" }).click();
  await expect(page.getByText("No matching charges")).toBeVisible();
  await page.getByRole("combobox", { name: "Customer" }).fill("Payer");
  await page.getByRole("option", { name: "Payer" }).click();
  await expect(page).toHaveURL(at(`/charges?customer=${customerId}`));
  await page.getByRole("combobox", { name: "Product" }).click();
  await page.getByRole("option", { name }).click();
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Charges", exact: true }).click();
  await page.getByRole("combobox", { name: "Recorded" }).click();
  await page.getByRole("option", { name: "On time", exact: true }).click();
  const filters = `customer=${customerId}&product=${product}&type=charge&late=on-time`;
  await expect(page).toHaveURL(at(`/charges?${filters}`));
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Customer" })).toHaveValue("Payer");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.goto("/charges?from=2021-03-11&to=2021-03-12");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(rowOf(page, "Refund")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(page.getByRole("row")).toHaveCount(4);
  await page.getByRole("searchbox").fill("inv-late");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.goto("/charges?customer=nonsense&product=*&type=x&payout=-&currency=eur");
  await expect(page.getByRole("row")).toHaveCount(4);
});

test("figures of customers and metrics lead to their charges @rare", async ({ page, people }) => {
  const team = await people.team();
  const { customerId } = await sell(people, team, "2021-04");
  await signIn(page, team.owner, `/customers/${customerId}`);
  const totals = page.getByRole("list", { name: "Totals" });
  for (const [link, rows] of [
    ["2 charges", 3],
    ["1 refund", 2],
  ] as const) {
    await totals.getByRole("link", { name: link }).click();
    await expect(page.getByRole("row")).toHaveCount(rows);
    await page.goBack();
  }
  await page
    .getByRole("button", { name: /^Server/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toContainText("inv-late");

  const metrics = "/metrics?range=custom&from=2021-04-01&to=2021-04-30";
  await page.goto(metrics);
  await expect(totals).toContainText("€25.00");
  await expect(totals).toContainText("€76.01");
  const products = page.getByRole("table", { name: "Revenue by product" });
  const leads = [
    [totals.getByRole("link", { name: "1 refund" }), 2],
    [totals.getByRole("link", { name: "2", exact: true }), 3],
    [products.getByRole("link", { name: "2", exact: true }), 3],
    [products.getByRole("link", { name: "1 refund" }), 2],
  ] as const;
  for (const [link, rows] of leads) {
    await link.click();
    await expect(page).toHaveURL(/\/charges\?/);
    await expect(page.getByRole("row")).toHaveCount(rows);
    await page.goto(metrics);
  }
});

test("an operator finds and opens any partner's charges @rare", async ({ page, people }) => {
  const [team, other] = [await people.team("Charged Here"), await people.team("Charged There")];
  const { code: product } = await people.business.product("Charged");
  const of = { product, amount: 900, occurredAt: new Date() };
  for (const one of [team, other]) {
    const { id: customerId } = await people.business.customer(one, { email: "c@example.com" });
    await people.business.charge(one, [{ ...of, customerId, externalId: `inv-${one.code}` }]);
  }
  await signIn(page, await people.operator(), `/operator/charges?id=inv-${team.code}`);
  await expect(rowOf(page, "Charged Here")).toContainText("€9.00");
  await expect(rowOf(page, "Charged There")).toHaveCount(0);
  await page.goto(`/operator/charges?partner=${other.partnerId}`);
  await expect(rowOf(page, "Charged Here")).toHaveCount(0);
  const { rows } = await exported(page);
  expect(rows.slice(1).map(([partner]) => partner)).toEqual([other.code]);
  await rowOf(page, "Charged There").getByRole("link", { name: "Charged" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/partners/${other.code}/charges\\?charge=chg_`));
  await expect(page.getByRole("dialog")).toContainText(`inv-${other.code}`);
});
