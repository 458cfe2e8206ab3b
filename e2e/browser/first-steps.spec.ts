import { randomBytes } from "node:crypto";
import { expect, type Page } from "playwright/test";
import { type Product, startProduct } from "../../server/testing/product";
import { startRedis, type TestRedis } from "../../server/testing/redis";
import { createDatabase, type TestDatabase } from "../../server/testing/template-database";
import { stage } from "../support/stage";
import { openPeople, PASSWORD, type People, signIn } from "./people";
import { revealed, rowOf, test, withoutScopes } from "./test";

// A platform of its own: that of the other specs has partners and products.
let database: TestDatabase;
let redis: TestRedis;
let product: Product;
let founders: People;
test.beforeAll(async () => {
  [database, redis] = await Promise.all([createDatabase(stage().databaseUrl), startRedis()]);
  const stores = { databaseUrl: database.url, redisUrl: redis.url };
  const secret = randomBytes(32).toString("base64url");
  product = await startProduct({ ...stores, env: { NEXTAUTH_SECRET: secret } });
  founders = await openPeople({ ...stores, secret });
});
test.afterAll(async () => {
  await founders.close();
  await product.stop();
  await redis.stop();
  await database.drop();
});

const step = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });

test("an empty platform leads an operator to a first API call", async ({ openElsewhere }) => {
  const page = await openElsewhere({ baseURL: product.url });
  await signIn(page, await founders.operator(), "/operator");
  const done = page.getByRole("img", { name: "Done" });
  await expect(page.getByRole("heading", { name: "Set up your platform" })).toBeVisible();
  await expect(done).toHaveCount(0);
  await expect(page.getByText("Last 24 hours")).toHaveCount(0);

  await step(page, "Add products").getByRole("link", { name: "New product" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Desk");
  await dialog.getByLabel("Code").fill("desk");
  await dialog.getByRole("combobox", { name: "Currency" }).fill("eur");
  await page.getByRole("option", { name: "EUR" }).click();
  await dialog.getByLabel("Minimum price").fill("5");
  await dialog.getByLabel("Default price").fill("9");
  await dialog.getByRole("button", { name: "Add product" }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, "desk")).toContainText("€9.00");

  await page.getByRole("link", { name: "Overview" }).click();
  await expect(step(page, "Add products").getByRole("img", { name: "Done" })).toBeVisible();
  await step(page, "Create a partner").getByRole("link", { name: "New partner" }).click();
  await dialog.getByLabel("Name").fill("Acme");
  await dialog.getByRole("switch").click();
  await withoutScopes(page);
  await dialog.getByRole("button", { name: "Create partner" }).click();
  const plaintext = await revealed(page);
  await dialog.getByRole("button", { name: "Copy key" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(rowOf(page, "acme")).toBeVisible();

  await page.getByRole("link", { name: "Overview" }).click();
  await expect(done).toHaveCount(2);
  await step(page, "Invite its owner").getByRole("link", { name: "Invite to Acme" }).click();
  await page.getByRole("button", { name: "Invite member" }).click();
  await dialog.getByLabel("Email").fill("owner@acme.example");
  await dialog.getByLabel("Owner").check();
  await dialog.getByRole("button", { name: "Create invite link" }).click();
  const link = (await dialog.getByText(/\/welcome#/).textContent()) ?? "";
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  const team = page.getByRole("table", { name: "Team" });
  await expect(team.getByRole("row").filter({ hasText: "owner@acme" })).toContainText("Invited");

  const owner = await openElsewhere({ baseURL: product.url });
  await owner.goto(link);
  await owner.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await owner.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(owner.getByRole("navigation", { name: "Main" })).toBeVisible();

  await page.clock.install();
  await page.goto("/operator");
  await expect(done).toHaveCount(3);
  const call = step(page, "Wait for the first API call");
  await expect(call).toContainText(`${product.url}/api/v1/reseller/me`);
  const headers = { authorization: `Bearer ${plaintext}` };
  expect((await fetch(`${product.url}/api/v1/reseller/me`, { headers })).status).toBe(200);
  // The overview is refetched by itself, and has nothing left to do.
  await expect(async () => {
    await page.clock.runFor(30_000);
    await expect(page.getByRole("heading", { name: "Set up your platform" })).toHaveCount(0, {
      timeout: 1_000,
    });
  }).toPass();
  await expect(page.getByText("Last 24 hours")).toBeVisible();
});
