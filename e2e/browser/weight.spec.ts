import { expect, type Page } from "playwright/test";
import { DASHBOARD, OPERATOR_PAGES } from "./dashboard";
import { signIn } from "./people";
import { test } from "./test";

/** Scripts as transferred, with Brotli. `npm run bench:pages` prints those of every page. */
const MAX_KIB = { dashboard: 225, docs: 150 } as const;
const MAX_FILES = 27;
/** All requests of a first visit; linked pages are prefetched only when the pointer is near. */
const MAX_REQUESTS = 40;

const DOCS = ["/docs", "/docs/webhooks", "/docs/platform", "/docs/errors", "/docs/changelog"];

type Weight = { kib: number; files: number; requests: number };

/**
 * The scripts and requests of a page until everything that it requests is there. Intercepting
 * requests turns the cache off, so every page loads all of them.
 */
async function weigh(page: Page, path: string): Promise<Weight> {
  await page.route("**/never-requested", (route) => route.abort());
  const sizes: Promise<number>[] = [];
  const pending = new Set<string>();
  let requests = 0;
  page.on("request", (request) => pending.add(request.url()));
  page.on("requestfinished", (request) => {
    pending.delete(request.url());
    requests++;
    if (request.resourceType() !== "script") return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(path);
  await expect
    .poll(async () => {
      // A response may cause further requests.
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      return [...pending];
    })
    .toEqual([]);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  page.removeAllListeners("request");
  page.removeAllListeners("requestfinished");
  return { kib: bytes / 1024, files: sizes.length, requests };
}

async function expectLight(page: Page, paths: readonly string[], maxKib: number): Promise<void> {
  for (const path of paths) {
    const { kib, files, requests } = await weigh(page, path);
    // Less would mean that the scripts were not seen.
    expect(kib, path).toBeGreaterThan(90);
    expect(kib, path).toBeLessThanOrEqual(maxKib);
    expect(files, path).toBeLessThanOrEqual(MAX_FILES);
    expect(requests, path).toBeLessThanOrEqual(MAX_REQUESTS);
  }
}

test(`partner pages have ${MAX_KIB.dashboard} KiB at most @rare`, async ({ page, people }) => {
  await signIn(page, (await people.team()).owner);
  await expectLight(page, DASHBOARD, MAX_KIB.dashboard);
});

test(`pages of one thing have ${MAX_KIB.dashboard} KiB at most @rare`, async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Billing" });
  const customer = await people.business.customer(team, { email: "anna@customer.example" });
  const endpoint = await people.webhooks.endpoint(team, { url: "https://partner.example/hooks" });
  await signIn(page, team.owner);
  const paths = [`/api-keys/${key.id}`, `/customers/${customer.id}`, `/webhooks/${endpoint.id}`];
  await expectLight(page, paths, MAX_KIB.dashboard);
});

test(`operator pages have ${MAX_KIB.dashboard} KiB at most @rare`, async ({ page, people }) => {
  await signIn(page, await people.operator());
  await expectLight(page, OPERATOR_PAGES, MAX_KIB.dashboard);
});

test(`no document has more than ${MAX_KIB.docs} KiB of scripts @rare`, async ({ page }) => {
  await expectLight(page, DOCS, MAX_KIB.docs);
});

test("a page is prefetched when the pointer reaches its link", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner);
  const prefetched: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.searchParams.has("_rsc")) prefetched.push(url.pathname);
  });
  await page.goto("/api-keys");
  await page.waitForLoadState("networkidle");
  expect(prefetched).toEqual([]);
  await page.getByRole("link", { name: "Customers" }).hover();
  await expect.poll(() => prefetched.length).toBeGreaterThan(0);
  expect(prefetched.every((path) => path.endsWith("/customers"))).toBe(true);
});

test("every script is compressed with Brotli", async ({ page }) => {
  const found: Promise<{ url: string; encoding: string | undefined; length: number }>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const encoding = response.headers()["content-encoding"];
    found.push(
      response.body().then((body) => ({ url: response.url(), encoding, length: body.length })),
    );
  });
  await page.goto("/sign-in");
  await page.waitForLoadState("networkidle");
  // Compressing a smaller file saves no packet.
  const scripts = (await Promise.all(found)).filter(({ length }) => length >= 1_024);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter(({ encoding }) => encoding !== "br")).toEqual([]);
});
