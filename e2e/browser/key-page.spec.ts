import { expect, type Page } from "playwright/test";
import { at } from "./dashboard";
import { signIn } from "./people";
import { callApi, copy, revealed, test } from "./test";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a key's page shows its usage over time and its requests", async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Storefront", scopes: ["prices:read"] });
  const limited = { status: 429, errorCode: "rate_limited", route: "/prices" };
  await people.called(key, { ...limited, hoursAgo: 3, times: 5 });
  await people.called(key, { status: 200, route: "/prices", hoursAgo: 2, times: 15 });
  await people.called(key, { status: 404, errorCode: "not_found", hoursAgo: 50 });
  await signIn(page, team.owner);
  const row = page.getByRole("row").filter({ hasText: "Storefront" });
  await expect(row).toContainText("20 requests");
  await expect(row).toContainText("25% rate limited");
  await row.getByRole("link", { name: "Storefront" }).click();

  await expect(page).toHaveURL(at(`/api-keys/${key.id}`));
  await expect(page.getByRole("heading", { name: "Storefront", level: 1 })).toBeVisible();
  const figures = page.getByRole("list", { name: "The last 24 hours" });
  await expect(figures).toContainText("25%");
  await expect(figures).toContainText("300/min");
  await expect(figures).toContainText("Bursts of 50, default");
  const usage = section(page, "Requests");
  await expect(
    usage.getByRole("img", { name: /Successful: 15, errors: 0, rate limited: 5/ }),
  ).toBeVisible();
  await expect(
    usage.getByRole("img", { name: "Peak requests per minute: at most 15. Limit 300/min." }),
  ).toBeVisible();
  await usage.getByText("7d", { exact: true }).click();
  await expect(usage.getByRole("img", { name: /errors: 1/ })).toBeVisible();
  await expect(page).toHaveURL(at(`/api-keys/${key.id}?range=7d`));
  await usage.getByText("Table", { exact: true }).click();
  const values = usage.getByRole("table", { name: "Requests" });
  await expect(values.getByRole("row")).toHaveCount(169);

  await section(page, "Recent requests")
    .getByRole("button", { name: "GET /prices" })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Request" })).toContainText("200 OK");
  await page.keyboard.press("Escape");
  await section(page, "Recent requests").getByRole("link", { name: "View all" }).click();
  await expect(page).toHaveURL(at(`/logs?key=${key.id}`));
});

test("a new name and expiration apply and appear in the history", async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Old name" });
  await signIn(page, team.owner, `/api-keys/${key.id}`);
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("New name");
  await page.getByRole("dialog").getByRole("button", { name: "Rename key" }).click();
  await expect(page.getByRole("heading", { name: "New name", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Edit expiration" }).click();
  await page.getByRole("dialog").getByLabel("Expiration").selectOption("In 30 days");
  await page.getByRole("dialog").getByRole("button", { name: "Save expiration" }).click();
  await expect(section(page, "Details")).toContainText("expires in 30 days");
  const history = section(page, "History");
  await expect(history).toContainText("Renamed from “Old name” to “New name”");
  await expect(history).toContainText("Expiration set to");
  await expect(history).toContainText(`by ${team.owner.email}`);
});

test("scopes are removed at once and added after confirmation", async ({ page, people }) => {
  const team = await people.team();
  const { key, plaintext } = await people.issue(team, {
    label: "Reader",
    scopes: ["accounts:read", "prices:read"],
  });
  expect((await callApi(plaintext, "/prices")).status).toBe(200);
  await signIn(page, team.owner, `/api-keys/${key.id}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Edit scopes" }).click();
  await dialog.getByRole("checkbox", { name: "prices:read" }).uncheck();
  await expect(dialog).toContainText("will return 403");
  await dialog.getByRole("button", { name: "Save scopes" }).click();
  await expect(dialog).toBeHidden();
  expect((await callApi(plaintext, "/prices")).status).toBe(403);

  await page.getByRole("button", { name: "Edit scopes" }).click();
  await dialog.getByRole("checkbox", { name: "payouts:read" }).check();
  const widen = dialog.getByRole("button", { name: "Add scopes" });
  const confirmation = dialog.getByRole("checkbox", { name: /I understand that/ });
  // On a phone it is out of sight, and the button shows it.
  await page.setViewportSize({ width: 390, height: 640 });
  await expect(confirmation).not.toBeInViewport();
  await widen.click();
  await expect(confirmation).toBeFocused();
  await expect(confirmation).toBeInViewport();
  await expect(dialog).toContainText("Confirm that you want to add scopes.");
  await confirmation.check();
  await widen.click();
  await expect(dialog).toBeHidden();
  expect((await callApi(plaintext, "/payouts")).status).toBe(200);
  await expect(section(page, "History")).toContainText("Scopes added: payouts:read");
  await expect(section(page, "History")).toContainText("Scopes removed: prices:read");
});

test("IP addresses are removed at once, added on confirmation @rare", async ({ page, people }) => {
  const team = await people.team();
  const { key, plaintext } = await people.issue(team, { label: "Server" });
  expect((await callApi(plaintext)).status).toBe(200);
  await signIn(page, team.owner, `/api-keys/${key.id}`);
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("IP addresses");
  const edit = () => page.getByRole("button", { name: "Edit IP addresses" }).click();
  await edit();
  await field.fill("203.0.113.300");
  await dialog.getByRole("button", { name: "Save addresses" }).click();
  await expect(dialog).toContainText(`"203.0.113.300" is not an IP address`);
  await field.fill("203.0.113.9/24\n2001:DB8::1, 2001:db8::1");
  await dialog.getByRole("button", { name: "Save addresses" }).click();
  await expect(dialog).toBeHidden();
  await expect(section(page, "Details")).toContainText("203.0.113.0/24");
  await expect(section(page, "Details").getByRole("listitem")).toHaveCount(2);
  expect(await callApi(plaintext)).toMatchObject({
    status: 403,
    body: { code: "address_not_allowed" },
  });

  await edit();
  await field.fill("203.0.113.0/24\n127.0.0.0/8\n::1");
  const widen = dialog.getByRole("button", { name: "Add addresses" });
  const confirmation = dialog.getByRole("checkbox", { name: /I understand that/ });
  await widen.click();
  await expect(confirmation).toBeFocused();
  await expect(dialog).toContainText("Confirm that you want to allow more addresses.");
  await confirmation.check();
  await widen.click();
  await expect(dialog).toBeHidden();
  expect((await callApi(plaintext)).status).toBe(200);
  await expect(section(page, "History")).toContainText(
    "Usable only from 203.0.113.0/24, 127.0.0.0/8, ::1/128",
  );
});

test("a leak marks its key until dismissed @rare", async ({ page, people, openElsewhere }) => {
  const team = await people.team();
  const { key, plaintext } = await people.issue(team, { label: "In a repository" });
  await people.leak(plaintext);
  await signIn(page, await people.member(team, "viewer"), "/api-keys?which=leaked");
  const row = page.getByRole("row").filter({ hasText: "In a repository" });
  await expect(row).toContainText("Leaked");
  await page.goto(`/api-keys/${key.id}`);
  const banner = page.getByRole("note").filter({ hasText: "This key was leaked" });
  await expect(banner).toContainText("https://github.com/octocat/shop");
  await expect(banner.getByRole("button")).toHaveCount(0);

  const owner = await openElsewhere();
  await signIn(owner, team.owner, `/api-keys/${key.id}`);
  const warning = owner.getByRole("note").filter({ hasText: "This key was leaked" });
  await warning.getByRole("button", { name: /^Dismiss/ }).click();
  await expect(warning).toBeHidden();
  await expect(section(owner, "Details")).toContainText("Active");
  await expect(section(owner, "History")).toContainText("Leak dismissed");
});

test("a rotation shows when the old key is safe to revoke @rare", async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Store" });
  await people.called(key, { status: 200, hoursAgo: 30 });
  await signIn(page, team.owner, `/api-keys/${key.id}`);
  await page.getByRole("button", { name: "Rotate", exact: true }).click();
  await page.getByRole("button", { name: "Rotate key" }).click();
  const successor = await revealed(page);
  await copy(page.getByRole("dialog"), "key");
  await page.getByRole("button", { name: "Done" }).click();
  const note = page.getByRole("note").filter({ hasText: "Rotation in progress" });
  await expect(note).toContainText("no traffic for 24 hours. It's safe to revoke");
  expect((await callApi(successor)).status).toBe(200);
  await expect(note).toContainText("1 request in the last 24 hours", { timeout: 25_000 });
  await expect(page.getByRole("button", { name: "Rotate", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByRole("button", { name: "Revoke now" }).click();
  await expect(section(page, "Details")).toContainText("Revoked");
  await expect(note).toBeHidden();
  await expect(page.getByRole("button", { name: "Rename" })).toHaveCount(0);
});

test("keys are found by part of their name and by filters @rare", async ({ page, people }) => {
  const team = await people.team();
  const soon = new Date(Date.now() + 5 * 86_400_000);
  await people.issue(team, { label: "Ends soon", expiresAt: soon });
  const { key } = await people.issue(team, { label: "At its limit" });
  await people.used(key.id, { answered: 9, refused: 1 });
  await signIn(page, team.owner);
  const table = page.getByRole("table", { name: "API keys" });
  await page.getByLabel("Search by name, prefix or scope").fill("limit");
  await expect(table).not.toContainText("Ends soon");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("combobox", { name: "Filter" }).click();
  await page.getByRole("option", { name: "Expiring within 30 days" }).click();
  await expect(table).not.toContainText("At its limit");
  await expect(table).toContainText("Ends soon");
  await expect(page).toHaveURL(at("/api-keys?which=ending"));
});
