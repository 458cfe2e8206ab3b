import { randomBytes } from "node:crypto";
import { expect } from "playwright/test";
import { signIn } from "./people";
import { act, callApi, revealed, rowOf, test } from "./test";

/** All partners see all scopes, so each test has names of its own. */
const unique = (verb: string) => `orders_${randomBytes(4).toString("hex")}:${verb}`;

test("a scope is defined, given to a key and removed", async ({ page, people, openElsewhere }) => {
  const team = await people.team("Orders");
  const name = unique("read");
  await signIn(page, await people.operator(), "/operator/scopes");
  await page.getByRole("button", { name: "New scope" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("accounts:everything");
  await dialog.getByLabel("Description").fill("View orders");
  await dialog.getByRole("button", { name: "Define scope" }).click();
  await expect(dialog.getByText("reserved for the partner API")).toBeVisible();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Define scope" }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, name)).toContainText("View orders");

  const owner = await openElsewhere();
  await signIn(owner, team.owner, "/api-keys?new=true");
  const form = owner.getByRole("dialog");
  await form.getByLabel("Name").fill("Order app");
  await form.getByRole("button", { name: "Full access" }).click();
  await expect(form.getByRole("checkbox", { name: "payouts:read" })).toBeChecked();
  await expect(form.getByRole("checkbox", { name })).not.toBeChecked();
  await form.getByRole("button", { name: "None", exact: true }).click();
  await form.getByRole("checkbox", { name }).check();
  await form.getByRole("button", { name: "Create key" }).click();
  const plaintext = await revealed(owner);
  expect((await callApi(plaintext, "/key")).body).toMatchObject({ scopes: [name] });

  await page.reload();
  await act(page, name, "Remove scope");
  await expect(dialog).toContainText("1 active key of 1 partner loses this scope immediately");
  // Another key gets it meanwhile: the number that was confirmed is not right any more.
  await people.issue(team, { label: "Second", scopes: [name] });
  await dialog.getByRole("button", { name: "Remove from all keys" }).click();
  await expect(dialog).toContainText("2 active keys of 1 partner lose this scope immediately");
  await dialog.getByRole("button", { name: "Remove from all keys" }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, name)).toHaveCount(0);
  expect((await callApi(plaintext, "/key")).body).toMatchObject({ scopes: [] });

  await owner.goto("/api-keys");
  await owner.getByRole("link", { name: "Order app" }).click();
  await expect(owner.getByText("No scopes. This key can only call GET /me.")).toBeVisible();
  await expect(
    owner.getByText(`Scope removed, because it no longer exists: ${name}`),
  ).toBeVisible();
});

test("a key gets the company's scopes and is found by them @rare", async ({ page, people }) => {
  const team = await people.team("Finds By Scope");
  const name = unique("write");
  await people.business.scope(name, "Place orders");
  const { key } = await people.issue(team, { label: "Shop", scopes: ["prices:read"] });
  await people.issue(team, { label: "Other", scopes: ["payouts:read"] });
  await signIn(page, team.owner, `/api-keys/${key.id}`);
  await page.getByRole("button", { name: "Edit scopes" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name }).check();
  const add = dialog.getByRole("button", { name: "Add scopes" });
  await dialog.getByRole("checkbox", { name: /^I understand/ }).check();
  await add.click();
  await expect(dialog).toBeHidden();
  const scopes = page.getByRole("region", { name: "Scopes" });
  await expect(scopes).toContainText("Product API");
  await expect(scopes).toContainText("Place orders");
  await page.goto(`/api-keys?search=${encodeURIComponent(name)}`);
  await expect(rowOf(page, "Shop")).toBeVisible();
  await expect(rowOf(page, "Other")).toHaveCount(0);
});
