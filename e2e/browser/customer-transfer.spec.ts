import { expect } from "playwright/test";
import { deferred } from "../../server/testing/deferred";
import { signIn } from "./people";
import { rowOf, test } from "./test";

test("a transferred customer leaves charges behind", async ({ page, people, openElsewhere }) => {
  const from = await people.team("Acme Reselling");
  const to = await people.team("Globex Cloud");
  const { business } = people;
  const { id } = await business.customer(from, { email: "ada@example.com", name: "Ada Moves" });
  const euro = await business.product("Mailbox");
  const occurredAt = new Date("2026-03-04T05:06:07Z");
  await business.charge(from, [{ customerId: id, product: euro.code, amount: 1_999, occurredAt }]);
  await signIn(page, await people.operator(), `/partners/${from.code}/customers/${id}`);
  // A slow connection: the first options have not arrived when the search is sent.
  const searched = deferred();
  await page.route("**/api/trpc/*partners.list*", async (route) => {
    if (route.request().postData()?.includes(to.code)) searched.resolve();
    await searched.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Transfer customer" });
  const confirm = dialog.getByRole("button", { name: "Transfer customer" });
  await expect(confirm).toBeDisabled();
  const partner = dialog.getByRole("combobox", { name: "New partner" });
  await expect(partner).toBeFocused();
  await expect(partner).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.type(to.code);
  const option = page.getByRole("option", { name: `Globex Cloud (${to.code})` });
  await expect(option).toHaveAttribute("data-combobox-selected");
  await page.keyboard.press("Enter");
  await expect(partner).toHaveValue(`Globex Cloud (${to.code})`);
  await confirm.dblclick();
  await expect(page).toHaveURL(new RegExp(`/partners/${to.code}/customers/${id}$`));
  await expect(page.getByRole("main").getByText("No charges yet")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Ada Moves", level: 1 })).toBeVisible();

  const theirs = await openElsewhere();
  await signIn(theirs, from.owner, "/charges");
  const charge = rowOf(theirs, "€19.99");
  await expect(charge).toContainText("Ada Moves");
  await expect(charge.getByRole("link", { name: "Ada Moves" })).toHaveCount(0);
  await charge.getByRole("button", { name: "Mailbox" }).click();
  await expect(theirs.getByRole("dialog")).toContainText(
    "Ada Moves (transferred to another partner)",
  );
  await theirs.goto(`/customers/${id}`);
  await expect(theirs.getByText("Customer not found")).toBeVisible();
});

test("a customer with the same email prevents the transfer @rare", async ({ page, people }) => {
  const [from, to] = [await people.team("Acme Reselling"), await people.team("Globex Cloud")];
  const { id } = await people.business.customer(from, { email: "ada@example.com", name: "Ada" });
  await people.business.customer(to, { email: "ADA@example.com" });
  await signIn(page, await people.operator(), `/partners/${from.code}/customers`);
  await rowOf(page, "Ada").getByRole("button", { name: "Actions for Ada" }).click();
  await page.getByRole("menuitem", { name: "Transfer" }).click();
  const dialog = page.getByRole("dialog", { name: "Transfer customer" });
  await dialog.getByRole("combobox", { name: "New partner" }).fill(to.code);
  await page.getByRole("option", { name: `(${to.code})` }).click();
  await dialog.getByRole("button", { name: "Transfer customer" }).click();
  await expect(dialog).toContainText("This partner already has a customer with the same email.");
  await page.goto(`/partners/${from.code}/customers/${id}`);
  await expect(page.getByRole("heading", { name: "Ada", level: 1 })).toBeVisible();
});
