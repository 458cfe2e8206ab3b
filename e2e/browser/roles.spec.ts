import { expect } from "playwright/test";
import { signIn } from "./people";
import { act, callApi, copy, createKey, rowOf, test } from "./test";

test("a developer creates and revokes keys", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, await people.member(team, "developer"));
  const plaintext = await createKey(page, "By a developer");
  expect((await callApi(plaintext)).status).toBe(200);
  await copy(page.getByRole("dialog"), "key");
  await page.getByRole("button", { name: "Done" }).click();
  await act(page, "By a developer", "Revoke");
  await page.getByRole("button", { name: "Revoke now" }).click();
  await expect(page.getByText("No active keys")).toBeVisible();
  expect((await callApi(plaintext)).status).toBe(401);
});

test("a suspended partner sees why it can only revoke keys", async ({ page, people }) => {
  const team = await people.team();
  const expiresAt = new Date(Date.now() + 3 * 86_400_000);
  const { key, plaintext } = await people.issue(team, { label: "Frozen", expiresAt });
  await people.notifiedOfExpiry(key);
  await people.suspend(team);
  await signIn(page, team.owner);
  await expect(page.getByText("This account is suspended")).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute(
    "href",
    "mailto:help@platform.example",
  );

  const button = page.getByRole("button", { name: "New key" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.focus();
  await expect(page.getByRole("tooltip")).toContainText("while the account is suspended");
  await button.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Actions for Frozen" }).click();
  for (const name of ["Rotate", "Request increase"]) {
    await expect(page.getByRole("menuitem", { name })).toBeDisabled();
  }
  await expect(page.getByRole("menu")).toContainText("while the account is suspended");
  // Not the first action, which is disabled.
  await expect(page.getByRole("menuitem", { name: "Revoke" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);

  await page.getByRole("link", { name: "Overview", exact: true }).click();
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention).toContainText("Frozen expires soonYou can extend its expiration");
  await page.goBack();
  await act(page, "Frozen", "Revoke");
  await page.getByRole("button", { name: "Revoke now" }).click();
  await expect(page.getByText("No active keys")).toBeVisible();
  expect((await callApi(plaintext)).status).toBe(401);
});

test("a form that is no longer allowed stays open and says why", async ({ page, people }) => {
  const team = await people.team();
  const developer = await people.member(team, "developer");
  await signIn(page, developer, "/customers?new=true");
  const dialog = page.getByRole("dialog", { name: "New customer" });
  const email = dialog.getByLabel("Email");
  await email.fill("typed@example.com");
  await people.demote(developer);
  const create = dialog.getByRole("button", { name: "Create customer" });
  await create.click();
  const menu = page.getByRole("button", { name: developer.email, includeHidden: true });
  await expect(menu).toContainText("viewer");
  await expect(dialog.getByRole("alert")).toContainText("You don't have permission to do this.");
  await expect(email).toHaveValue("typed@example.com");
  // The dialog would be gone by now.
  await email.fill("again@example.com");
  await create.click();
  await expect(dialog.getByRole("alert")).toContainText("You don't have permission to do this.");
  await expect(email).toHaveValue("again@example.com");
});

test("suspending and reactivating apply at the next request", async ({ page, people }) => {
  const name = `Stop and Go ${Date.now()}`;
  const team = await people.team(name);
  const { plaintext } = await people.issue(team, { label: "Any" });
  await signIn(page, await people.operator(), "/operator/partners");
  const row = rowOf(page, name);
  await expect(row).toContainText(team.code);
  await expect(row).toContainText("22.5%");

  await act(page, name, "Suspend");
  await expect(page.getByRole("dialog")).toContainText("API keys become read-only");
  await page.getByRole("button", { name: "Suspend partner" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Enter a reason.")).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await dialog.getByLabel("Reason").fill("Unpaid.");
  await page.getByRole("button", { name: "Suspend partner" }).click();
  await expect(row).toContainText("Suspended");
  expect((await callApi(plaintext)).body).toMatchObject({ status: "suspended" });

  await act(page, name, "Reactivate");
  await page.getByRole("button", { name: "Reactivate partner" }).click();
  await expect(row).toContainText("Active");
  expect((await callApi(plaintext)).body).toMatchObject({ status: "active" });
});

test("typing its code terminates a partner @rare", async ({ page, people, openElsewhere }) => {
  const name = `Gone For Good ${Date.now()}`;
  const team = await people.team(name);
  const { key, plaintext } = await people.issue(team, {
    label: "Last",
    scopes: ["accounts:read", "prices:read"],
  });
  const viewer = await people.member(team, "viewer");
  await people.askForMore(key.id, 600, "Season begins");
  await signIn(page, await people.operator(), `/partners/${team.code}/overview`);
  const requests = page.getByText("Pending limit requests");
  await expect(requests).toBeVisible();
  await page.getByRole("button", { name: "Terminate" }).click();
  const dialog = page.getByRole("dialog", { name: `Terminate ${name}` });
  const confirm = dialog.getByRole("button", { name: "Terminate partner" });
  await dialog.getByLabel(/^Type/).fill("another");
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(/^Type/).fill(team.code);
  await confirm.click();
  await expect(dialog.getByText("Enter a reason.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Contract ended.");
  await confirm.click();
  await expect(page.getByText("This account is terminated")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(requests).toHaveCount(0);
  for (const action of ["Suspend", "Reactivate", "Terminate"]) {
    await expect(page.getByRole("button", { name: action, exact: true })).toHaveCount(0);
  }
  expect((await callApi(plaintext)).body).toMatchObject({ status: "suspended" });
  await page.goto(`/operator/partners?status=terminated&search=${team.code}`);
  await expect(rowOf(page, name)).toContainText("Terminated");

  const theirs = await openElsewhere();
  await signIn(theirs, team.owner, `/api-keys/${key.id}`);
  await expect(theirs.getByText("Contract ended.")).toBeVisible();
  const left = "view data, revoke or restrict keys, and update your payout details.";
  await expect(
    theirs.getByText(`read-only for good, and API writes return 403. You can still ${left}`),
  ).toBeVisible();
  await expect(theirs.getByRole("region", { name: "Details" })).toContainText(
    "by the platform team",
  );
  for (const action of ["Rotate", "Rename", "Edit expiration"]) {
    await expect(theirs.getByRole("button", { name: action, exact: true })).toHaveCount(0);
  }
  await expect(theirs.getByRole("button", { name: "Revoke", exact: true })).toBeVisible();
  await theirs.getByRole("button", { name: "Edit scopes" }).click();
  const scopes = theirs.getByRole("dialog", { name: "Edit scopes for Last" });
  await expect(scopes.getByRole("checkbox", { name: "payouts:read" })).toBeDisabled();
  await scopes.getByRole("checkbox", { name: "prices:read" }).uncheck();
  await scopes.getByRole("button", { name: "Save scopes" }).click();
  await expect(scopes).toBeHidden();
  await expect(theirs.getByRole("region", { name: "Scopes" })).not.toContainText("prices:read");
  await theirs.getByRole("button", { name: "Edit IP addresses" }).click();
  const addresses = theirs.getByRole("dialog", { name: "Edit IP addresses" });
  await addresses.getByLabel("IP addresses").fill("192.0.2.0/24");
  await addresses.getByRole("button", { name: "Save addresses" }).click();
  await expect(addresses).toBeHidden();
  await expect(theirs.getByRole("region", { name: "Details" })).toContainText("192.0.2.0/24");
  await theirs.goto("/settings/payout-details");
  await expect(theirs.getByRole("button", { name: "Add payout details" })).toBeVisible();
  const selfBilling = theirs.getByRole("region", { name: "Self-billing" });
  await expect(selfBilling).toContainText(/Statements are not invoices\.$/);
  for (const path of ["/webhooks", "/settings/alerts"]) {
    await theirs.goto(path);
    await expect(theirs.getByRole("main")).toContainText("This account is terminated, so no");
  }

  const seen = await openElsewhere();
  await signIn(seen, viewer, "/api-keys");
  await expect(seen.getByText("You can still view data. What you have earned")).toBeVisible();
});
