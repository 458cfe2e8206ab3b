import { expect } from "playwright/test";
import { signIn } from "./people";
import { callApi, test } from "./test";

test("a new partner is led from the first key to the first customer", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, team.owner, "/overview");
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("listitem")).toHaveCount(3);
  await expect(steps).toContainText(`${new URL(page.url()).origin}/api/v1/reseller/me`);
  await steps.getByRole("link", { name: "New key" }).click();
  await expect(page.getByRole("dialog", { name: "New key" })).toBeVisible();

  const { plaintext } = await people.issue(team, { label: "First" });
  await callApi(plaintext);
  await expect(async () => {
    await page.goto("/overview");
    await expect(steps.getByRole("img", { name: "Done" })).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  await steps.getByRole("link", { name: "New customer" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill("first@example.com");
  await page.getByRole("dialog").getByRole("button", { name: "Create customer" }).click();
  await expect(page.getByRole("heading", { name: "first@example.com" })).toBeVisible();
  await page.goto("/overview");
  await expect(page.getByRole("region", { name: "Needs attention" })).toContainText("Nothing");
  await expect(steps).toHaveCount(0);
});

test("what needs attention comes first, and leads to where it is mended", async ({
  page,
  people,
}) => {
  const team = await people.team();
  const soon = new Date(Date.now() + 3 * 86_400_000);
  await people.issue(team, { label: "Ends soon", expiresAt: soon });
  const { key } = await people.issue(team, { label: "At its limit" });
  await people.called(key, { status: 200, times: 16 });
  await people.called(key, { status: 429, errorCode: "rate_limited", times: 4 });
  await people.business.customer(team, { email: "one@example.com" });
  await signIn(page, team.owner, "/overview");
  const attention = page.getByRole("region", { name: "Needs attention" });
  const items = attention.getByRole("listitem");
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText("4 of 20 calls were answered 429");
  await expect(items.last()).toContainText("“Ends soon” expires");
  await items.first().getByRole("link").click();
  await expect(page).toHaveURL(`/api-keys/${key.id}`);

  await page.goBack();
  const day = page.getByRole("list", { name: "The last 24 hours" });
  await day.getByRole("link", { name: "4", exact: true }).click();
  await expect(page).toHaveURL("/logs?status=429&range=24h");
  await expect(page.locator("tbody").getByRole("row")).toHaveCount(4);
});

test("a suspended partner reads why, and may still take keys away", async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Frozen", scopes: ["prices:read"] });
  await people.suspend(team, "Unpaid since March");
  await signIn(page, team.owner, "/overview");
  await expect(page.getByText("Unpaid since March")).toBeVisible();
  await expect(page.getByRole("link", { name: "New customer" })).toHaveCount(0);
  await page.goto(`/api-keys/${key.id}`);
  await expect(page.getByRole("button", { name: "Revoke", exact: true })).toBeVisible();
});

test("an operator who looks on sees overview, keys and log, and no way to change them", async ({
  page,
  people,
}) => {
  const team = await people.team("Looked At Ltd");
  const { key } = await people.issue(team, { label: "Seen", scopes: ["prices:read"] });
  await people.called(key, { status: 404, errorCode: "not_found", route: "/accounts/{id}" });
  await people.business.customer(team, { email: "one@example.com" });
  await signIn(page, await people.operator(), `/operator/partners/${team.partnerId}`);
  await page.getByRole("button", { name: "View as partner" }).click();
  await expect(page).toHaveURL("/overview");
  await expect(page.getByRole("region", { name: "Requests by the hour" })).toBeVisible();
  await page.goto(`/api-keys/${key.id}`);
  await expect(page.getByRole("region", { name: "History" })).toContainText("Issued with");
  for (const name of ["Rotate", "Revoke", "Rename", "Edit expiration", "Change scopes"]) {
    await expect(page.getByRole("button", { name, exact: true }), name).toHaveCount(0);
  }
  await page.goto("/logs");
  await expect(page.getByRole("link", { name: "Export CSV" })).toHaveCount(0);
  await page.getByRole("button", { name: "GET /accounts/{id}" }).click();
  await expect(page.getByRole("dialog", { name: "Request" })).toContainText("404 Not found");
});
