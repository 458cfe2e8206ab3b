import { expect } from "playwright/test";
import { at } from "./dashboard";
import { exported } from "./exported";
import { signIn } from "./people";
import { rowOf, test } from "./test";

test("a customer is created, opened and found again", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, team.owner, "/customers");
  await expect(page.getByText("No customers yet")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "New customer" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create customer" }).click();
  await expect(dialog.getByText("Enter an email address")).toBeVisible();
  await expect(dialog.getByLabel("Email")).toBeFocused();

  await dialog.getByLabel("Email").fill("Ada@Example.com");
  await dialog.getByLabel("Name", { exact: true }).fill("Ada Analytical");
  await dialog.getByLabel("External ID").fill("crm-1815");
  await dialog.getByRole("button", { name: "Add metadata" }).click();
  await dialog.getByLabel("Key 1").fill("plan");
  await dialog.getByLabel("Value 1").fill("gold");
  await dialog.getByRole("button", { name: "Create customer" }).dblclick();

  await expect(page.getByRole("heading", { name: "Ada Analytical", level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/customers\/acc_[0-9a-z]{26}$/);
  const main = page.getByRole("main");
  for (const text of ["Ada@Example.com", "crm-1815", "plan", "gold", "No charges yet"]) {
    await expect(main.getByText(text).first()).toBeVisible();
  }
  await page.getByRole("button", { name: "Copy customer ID" }).click();
  const id = await page.evaluate(() => navigator.clipboard.readText());
  expect(page.url()).toContain(id);

  await main.getByRole("link", { name: "Customers" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox").fill("ada an");
  await expect(page).toHaveURL(/search=ada/);
  await expect(rowOf(page, "Ada Analytical")).toBeVisible();
  await page.getByRole("searchbox").fill("nobody");
  await expect(page.getByText("No matching customers")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No matching customers")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Clear filters" }).first().click();
  await expect(rowOf(page, "Ada Analytical")).toBeVisible();
  await expect(page).toHaveURL(/\/customers$/);
});

test("a taken email links to the existing customer", async ({ page, people }) => {
  const team = await people.team();
  const { id } = await people.business.customer(team, { email: "one@example.com" });
  await signIn(page, team.owner, "/customers?new=true");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("ONE@example.com");
  await dialog.getByRole("button", { name: "Create customer" }).click();
  await expect(dialog.getByText("A customer with this value already exists")).toBeVisible();
  await expect(dialog.getByLabel("Email"), "what the server refused").toBeFocused();
  await dialog.getByRole("link", { name: "View customer" }).click();
  await expect(page).toHaveURL(at(`/customers/${id}`));
});

test("filters are in the URL, and the export contains the filtered customers", async ({
  page,
  people,
}) => {
  const team = await people.team();
  await people.business.customer(team, { email: "anna@example.com", name: "=1+1" });
  await people.business.customer(team, { email: "anton@example.com", name: "Anton, Ltd" });
  await people.business.customer(team, { email: "berta@example.com" });
  await signIn(page, team.owner, "/customers?search=an");
  await expect(page.getByRole("searchbox")).toHaveValue("an");
  await expect(page.getByRole("row")).toHaveCount(3);
  const { name, rows } = await exported(page);
  expect(name).toMatch(/^customers-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...body] = rows;
  expect(head).toEqual([...["id", "email", "name", "external_id", "created_at", "metadata"]]);
  expect(body.map(([, email, own]) => [email, own])).toEqual([
    ["anton@example.com", "Anton, Ltd"],
    // No longer a formula.
    ["anna@example.com", "'=1+1"],
  ]);

  await page.getByRole("combobox", { name: "Created" }).click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL(/created=7d/);
  await expect(page.getByRole("row")).toHaveCount(3);
});

// The API has a status; as long as nothing can close a customer, it would be the same for all.
test("no page shows a customer status", async ({ page, people }) => {
  const team = await people.team();
  const { id } = await people.business.customer(team, { email: "only@example.com" });
  const isShown = async () => {
    await expect(page.getByText("only@example.com").first()).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("columnheader", { name: "Status" })).toHaveCount(0);
    await expect(main.getByRole("combobox", { name: "Status" })).toHaveCount(0);
    await expect(main.getByText("Active", { exact: true })).toHaveCount(0);
  };
  // An old bookmark shows the current data.
  await signIn(page, team.owner, "/customers?status=closed");
  await isShown();
  await page.goto(`/customers/${id}`);
  await isShown();
  await page.context().clearCookies();
  await signIn(page, await people.operator());
  await page.goto(`/operator/partners/${team.partnerId}?tab=customers&status=closed`);
  await isShown();
});

test("pages through a long list, each customer once", async ({ page, people }) => {
  const team = await people.team();
  for (let i = 0; i < 30; i++) {
    await people.business.customer(team, { email: `c${i}@example.com` });
  }
  await signIn(page, team.owner, "/customers");
  await expect(page.getByRole("row")).toHaveCount(26);
  await expect(page.getByText("Showing 25 of 30")).toBeVisible();
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByRole("row")).toHaveCount(31);
  await expect(page.getByText("Showing 30")).toBeVisible();
  const emails = await page.getByRole("rowheader").allTextContents();
  expect(new Set(emails).size).toBe(30);
  await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
});

test("a customer's page shows its charges and their totals per currency", async ({
  page,
  people,
}) => {
  const team = await people.team();
  const { business } = people;
  const { id } = await business.customer(team, { email: "pays@example.com", name: "Pays" });
  const euro = await business.product("Mailbox");
  const yen = await business.product("Domain", { currency: "JPY" });
  const occurredAt = new Date("2026-03-04T05:06:07Z");
  await business.charge(team, [
    { customerId: id, product: euro.code, amount: 1_999, occurredAt },
    { customerId: id, product: euro.code, amount: 1, occurredAt },
    { customerId: id, product: yen.code, amount: 1_500, occurredAt },
  ]);
  await signIn(page, team.owner, "/customers");
  await page.getByRole("link", { name: "Pays" }).click();
  await expect(page.getByRole("list", { name: "Totals" })).toContainText("€20.00 in 2 charges");
  await expect(page.getByRole("list", { name: "Totals" })).toContainText("¥1,500 in 1 charge");
  const charge = rowOf(page, "€19.99");
  await expect(charge).toContainText("Mailbox");
  await charge.getByText("Mar 4, 2026").hover();
  await expect(page.getByRole("tooltip")).toContainText("2026-03-04 05:06:07 UTC");
});

test("another partner's customer is not found", async ({ page, people }) => {
  const [mine, theirs] = [await people.team(), await people.team()];
  const { id } = await people.business.customer(theirs, { email: "theirs@example.com" });
  await signIn(page, mine.owner);
  for (const path of [`/customers/${id}`, "/customers/acc_nonsense"]) {
    await page.goto(path);
    await expect(page.getByText("Customer not found")).toBeVisible();
  }
});

test("a viewer sees no Create customer button", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, await people.member(team, "viewer"), "/customers?new=true");
  await expect(page.getByText("No customers yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "New customer" })).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
