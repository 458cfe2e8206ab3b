import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, type Page } from "playwright/test";
import { temporaryFolder } from "../../server/testing/processes";
import { type Product, startProduct } from "../../server/testing/product";
import { answer } from "../support/latchkey";
import { signInByForm } from "./people";
import { rowOf, test } from "./test";

/** Beside all other tests, making the demo takes a minute. */
const DEMO_MS = 240_000;

// The demo, as `npm start` makes it. The product of the other specs has none.
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(DEMO_MS);
  product = await startProduct({ dataDir: join(temporaryFolder("demo"), "data") });
});
test.afterAll(() => product.stop());

/** The background of pages in the dark color scheme. */
const DARK = "rgb(25, 24, 23)";

/** Opens a page, signing in with the password of the demo. */
async function enter(page: Page, email: string, path: string): Promise<void> {
  const password = readFileSync(join(product.dataDir, "demo-password"), "utf8");
  await signInByForm(page, { email, password }, product.url + path);
}

test("the start prints the demo logins and stores its secrets readable by the owner only", () => {
  const { dataDir } = product;
  expect(product.output()).toMatch(/demo partner +owner@acme\.example +\S{12,}/);
  for (const name of ["auth-secret", "demo-password"]) {
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
  }
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

test("the demo's receiver shows the event of a new key", async ({ page, openElsewhere }) => {
  await enter(page, "owner@acme.example", "/demo/webhooks");
  await expect(page.getByRole("heading", { name: "Demo receiver" })).toBeVisible();
  const words = [
    "key",
    "issue",
    "--partner",
    "acme",
    "--label",
    "Live",
    "--scopes",
    "accounts:read",
  ];
  const { id } = await answer({ DATA_DIR: product.dataDir }, words);
  // Without a reload.
  await expect(rowOf(page, "key.created")).toContainText("Verified");
  await page.getByRole("button", { name: "key.created" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText(`"id": "${id}"`)).toBeVisible();
  await expect(drawer).not.toContainText("whsec_");

  await fetch(`${product.url}/demo/webhooks`, { method: "POST", body: '{"type":"forged"}' });
  await page.keyboard.press("Escape");
  await expect(rowOf(page, "forged")).toContainText("Invalid");

  await page.goto(`${product.url}/partners/acme/webhooks`);
  await rowOf(page, "/demo/webhooks").getByRole("link").first().click();
  await expect(rowOf(page, "key.created")).toContainText("Delivered");

  const stranger = await openElsewhere();
  await enter(stranger, "owner@nimbus.example", "/partners/nimbus/api-keys");
  await stranger.goto(`${product.url}/demo/webhooks`);
  await expect(stranger.getByText(/not found/i).first()).toBeVisible();
});

test("an error page has the system's or the chosen color scheme @rare", async ({ browser }) => {
  // Not watched for errors, of which there are some.
  const context = await browser.newContext({ colorScheme: "dark" });
  const page = await context.newPage();
  await enter(page, "owner@acme.example", "/partners/acme/overview");
  // The embedded database is broken on purpose, for as long as this test takes.
  const host = join(product.dataDir, "run");
  const database = new pg.Client({ host, user: "postgres", database: "postgres" });
  await database.connect();
  await database.query("ALTER TABLE partners RENAME TO hidden");
  const background = async () => {
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  };
  try {
    await page.reload();
    expect(await background()).toBe(DARK);
    await page.evaluate(() => localStorage.setItem("mantine-color-scheme-value", "light"));
    await page.reload();
    expect(await background()).not.toBe(DARK);
  } finally {
    await database.query("ALTER TABLE hidden RENAME TO partners");
    await database.end();
    await context.close();
  }
});
