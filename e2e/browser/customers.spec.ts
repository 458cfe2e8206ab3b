import { expect } from "playwright/test";
import { at } from "./dashboard";
import { exported } from "./exported";
import { holdResponse } from "./held";
import { signIn } from "./people";
import { act, rowOf, test } from "./test";

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

test("Back from a new customer opens no form @rare", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner, "/customers?new=true");
  await page.getByRole("dialog").getByLabel("Email").fill("one@example.com");
  await page.getByRole("dialog").getByRole("button", { name: "Create customer" }).click();
  await expect(page.getByRole("heading", { name: "one@example.com" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(at("/customers"));
  await expect(rowOf(page, "one@example.com")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a customer that is created after Back leaves the user there @rare", async ({
  page,
  people,
}) => {
  await signIn(page, (await people.team()).owner, "/prices");
  await page.getByRole("link", { name: "Customers", exact: true }).click();
  await page.getByRole("main").getByRole("button", { name: "New customer" }).first().click();
  await page.getByRole("dialog").getByLabel("Email").fill("late@example.com");
  const { arrived, release } = await holdResponse(page, "customers.create");
  await page.getByRole("dialog").getByRole("button", { name: "Create customer" }).click();
  await arrived;
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Prices" })).toBeVisible();
  release();
  await expect(page.getByText("Customer created")).toBeVisible();
  await page.getByRole("link", { name: "Customers", exact: true }).click();
  await expect(rowOf(page, "late@example.com")).toBeVisible();
  await expect(page).toHaveURL(at("/customers"));
});

test("a taken email links to the existing customer @rare", async ({ page, people }) => {
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

test("a customer is edited: what is cleared is gone, the rest stays", async ({ page, people }) => {
  const team = await people.team();
  await people.business.customer(team, { email: "taken@example.com" });
  const { id } = await people.business.customer(team, {
    email: "old@example.com",
    name: "Ada",
    externalId: "crm-1",
    metadata: { plan: "gold", seats: "2" },
  });
  await signIn(page, team.owner, `/customers/${id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save customer" });
  await expect(dialog.getByLabel("Email")).toHaveValue("old@example.com");
  await expect(save).toBeDisabled();
  await dialog.getByLabel("Email").fill("taken@example.com");
  await save.click();
  await expect(dialog.getByText("A customer with this value already exists")).toBeVisible();
  await dialog.getByLabel("Email").fill("new@example.com");
  await dialog.getByLabel("Name", { exact: true }).fill("");
  await dialog.getByRole("button", { name: "Remove plan" }).click();
  await save.click();

  await expect(page.getByRole("heading", { name: "new@example.com", level: 1 })).toBeVisible();
  await expect(page.getByText("Customer updated")).toBeVisible();
  const main = page.getByRole("main");
  for (const text of ["crm-1", "seats"]) {
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(main.getByText("gold")).toHaveCount(0);
});

test("filters are in the URL and apply to the export @rare", async ({ page, people }) => {
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
  expect(head).toEqual([
    ...["id", "email", "name", "external_id", "created_at", "status", "metadata"],
  ]);
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

test("a customer is suspended, closed and reopened on both pages", async ({ page, people }) => {
  const team = await people.team();
  await people.business.customer(team, { email: "stays@example.com" });
  await people.business.customer(team, { email: "only@example.com" });
  await signIn(page, team.owner, "/customers");
  const confirm = async (name: string) => {
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name }).click();
    await expect(dialog).toBeHidden();
  };
  const row = rowOf(page, "only@example.com");
  await expect(row).toContainText("Active");
  await act(page, "only@example.com", "Suspend");
  await confirm("Suspend customer");
  await expect(row).toContainText("Suspended");
  await page.getByRole("combobox", { name: "Status" }).press("ArrowDown");
  await page.getByRole("option", { name: "Suspended" }).click();
  await expect(page).toHaveURL(/status=suspended/);
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.getByRole("link", { name: "only@example.com" }).click();
  // Until then there is the row's menu, which has the same name.
  await expect(page.getByRole("heading", { name: "only@example.com", level: 1 })).toBeVisible();
  const menu = page.getByRole("button", { name: "Actions for only@example.com" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toContainText("dated after the closing are refused");
  await confirm("Close customer");
  const main = page.getByRole("main");
  await expect(main.getByText("Closed", { exact: true })).toBeVisible();
  await menu.click();
  await page.getByRole("menuitem", { name: "Reopen" }).click();
  await confirm("Reopen customer");
  await expect(main.getByText("Active", { exact: true })).toBeVisible();
});

test("anonymizing takes the typed email and removes the name", async ({ page, people }) => {
  const team = await people.team();
  const { id } = await people.business.customer(team, {
    email: "forget@example.com",
    name: "Forget Me",
    externalId: "crm-9",
    metadata: { plan: "gold" },
  });
  await signIn(page, team.owner, `/customers/${id}`);
  await page.getByRole("button", { name: "Actions for Forget Me" }).click();
  await page.getByRole("menuitem", { name: "Anonymize" }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Anonymize customer" });
  await dialog.getByLabel("Type forget@example.com").fill("forget@example.org");
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Type forget@example.com").fill("Forget@example.com ");
  await confirm.click();
  await expect(page.getByRole("heading", { name: "Anonymized customer", level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("No metadata")).toBeVisible();
  for (const text of ["Forget Me", "forget@example.com", "crm-9", "gold"]) {
    await expect(page.getByText(text)).toHaveCount(0);
  }
  await page.goto("/customers?status=anonymized");
  await expect(rowOf(page, "Anonymized customer")).toBeVisible();
});

test("pages through a long list, each customer once @rare", async ({ page, people }) => {
  const team = await people.team();
  for (let i = 0; i < 60; i++) {
    await people.business.customer(team, { email: `c${i}@example.com` });
  }
  await signIn(page, team.owner, "/customers");
  await expect(page.getByRole("row")).toHaveCount(26);
  await expect(page.getByText("Showing 25 of 60")).toBeVisible();
  const more = page.getByRole("button", { name: "Load more" });
  await more.press("Enter");
  await expect(page.getByRole("row")).toHaveCount(51);
  await expect(more, "it can be pressed again").toBeFocused();
  await more.press("Enter");
  await expect(page.getByRole("row")).toHaveCount(61);
  await expect(page.getByText("Showing 60"), "the button is gone").toBeFocused();
  const emails = await page.getByRole("rowheader").allTextContents();
  expect(new Set(emails).size).toBe(60);
  await expect(more).toHaveCount(0);
});
