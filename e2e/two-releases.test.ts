import { type Browser, chromium, type Page } from "playwright";
import { expect as shown } from "playwright/test";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPair, type Pair } from "../server/testing/pair";
import { holdClicks, hydrated } from "./browser/hydrated";
import { openPeople, type People, type Team } from "./browser/people";
import { chromiumOptions } from "./support/chromium";
import { buildOtherRelease } from "./support/other-release";

// A release with other scripts and another procedure replaces this one, instance by instance, and
// is rolled back, behind a real nginx. The browser is open all the time.
const LIMIT_MS = 1_200_000;
const WAIT = { timeout: 60_000 };
const NOTICE = "A new version is available.";
/** Those that the test opens, and what leads to them. */
const PAGES = [
  ...["(auth)/sign-in", "own-partner"],
  ...["api-keys", "customers", "webhooks"].map((name) => `(dashboard)/partners/[partner]/${name}`),
];

let pair: Pair;
let people: People;
let team: Team;
let browser: Browser;
let other: string;
const faults: string[] = [];

beforeAll(async () => {
  other = buildOtherRelease(PAGES);
  pair = await openPair();
  const databaseUrl = pair.platform.databaseUrl;
  people = await openPeople({ databaseUrl, redisUrl: pair.redisUrl, secret: pair.secret });
  team = await people.team();
  browser = await chromium.launch(chromiumOptions());
}, LIMIT_MS);
afterAll(async () => {
  await browser.close();
  await people.close();
  await pair.close();
});

/** A page of a signed-in user; its errors fail the test. */
async function openPage(path: string): Promise<Page> {
  const context = await browser.newContext();
  await holdClicks(context);
  const page = await context.newPage();
  const { name, value } = await team.owner.session(await page.evaluate(() => navigator.userAgent));
  await context.addCookies([{ name, value, url: pair.nginx.url, httpOnly: true, sameSite: "Lax" }]);
  page.on("pageerror", (error) => faults.push(`${path}: ${error.message}`));
  await page.goto(`${pair.nginx.url}/partners/${team.code}${path}`);
  await page.waitForLoadState("networkidle");
  return page;
}

const press = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name }).first().click(WAIT);

/** Replaces one instance by one of the build in `root`; without it, of this build. */
async function replace(index: 0 | 1, root?: string): Promise<void> {
  const { port, stop } = pair.instances[index];
  expect(await stop()).toBe(0);
  pair.instances[index] = await pair.launch(port, root);
}

async function expectWhole(...pages: Page[]): Promise<void> {
  for (const page of pages) {
    await shown(page.getByRole("navigation", { name: "Main" })).toBeVisible(WAIT);
    await shown(page.getByText("Something went wrong")).toHaveCount(0);
  }
}

it(
  "pages that are open while a release is replaced and rolled back stay whole, with what was typed",
  async () => {
    const keys = await openPage("/api-keys");
    const customers = await openPage("/customers");
    const endpoints = await openPage("/webhooks");

    await replace(0, other);
    // Both releases serve: nginx finds each file at one of them.
    await press(keys, "New key");
    const key = keys.getByRole("dialog").getByLabel("Name");
    await key.fill("Typed before the release", WAIT);
    await keys.getByRole("dialog").getByRole("button", { name: "Read only" }).click(WAIT);
    await press(customers, "New customer");
    const email = customers.getByRole("dialog").getByLabel("Email").first();
    await email.fill("typed@example.com", WAIT);
    await expectWhole(keys, customers, endpoints);

    await replace(1, other);
    await press(endpoints, "Add endpoint");
    await shown(endpoints.getByText(NOTICE)).toBeVisible(WAIT);
    await customers.keyboard.press("Escape");
    await keys.getByRole("dialog").getByRole("button", { name: "Create key" }).click(WAIT);
    await shown(keys.getByText(NOTICE)).toBeVisible(WAIT);
    await shown(key).toHaveValue("Typed before the release");
    await shown(endpoints.getByText("Something went wrong")).toHaveCount(0);
    await expectWhole(customers);
    const reloaded = endpoints.waitForEvent("domcontentloaded", WAIT);
    await endpoints.getByRole("button", { name: "Reload" }).click(WAIT);
    await reloaded;
    await hydrated(endpoints);
    await press(endpoints, "Add endpoint");
    const comment = endpoints.getByRole("dialog").getByLabel("Comment");
    await comment.fill("Typed in the other release", WAIT);

    await replace(0);
    await replace(1);
    // A link loads the release that serves now.
    await endpoints.keyboard.press("Control+k");
    await shown(comment).toHaveValue("Typed in the other release");
    await endpoints.keyboard.press("Escape");
    await endpoints.getByRole("link", { name: "Customers" }).first().click(WAIT);
    await shown(endpoints.getByRole("heading", { name: "Customers" })).toBeVisible(WAIT);
    const palette = endpoints.getByRole("dialog", { name: "Search and commands" });
    // Not before the new document listens to keys.
    await shown(async () => {
      await endpoints.keyboard.press("Control+k");
      await shown(palette).toBeVisible({ timeout: 2_000 });
    }).toPass(WAIT);
    expect(faults).toEqual([]);
  },
  LIMIT_MS,
);
