import { expect, type Page } from "playwright/test";
import { DASHBOARD, OPERATOR_PAGES } from "./dashboard";
import { signIn } from "./people";
import { test } from "./test";

/** Scripts as transferred, with Brotli. `npm run bench:pages` prints those of every page. */
const MAX_KIB = { dashboard: 285, docs: 150 } as const;
const MAX_FILES = 34;

const DOCS = ["/docs", "/docs/webhooks", "/docs/errors", "/docs/changelog"];

/**
 * The scripts of a page until the network is idle, without those of linked pages, which Next
 * prefetches when idle. Intercepting requests turns the cache off, so every page loads all of them.
 */
async function weigh(page: Page, path: string): Promise<{ kib: number; files: number }> {
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    // Not aborted: Next would take that for a lost connection, and try again.
    (route) => route.fulfill({ status: 404 }),
  );
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  page.removeAllListeners("requestfinished");
  return { kib: bytes / 1024, files: sizes.length };
}

async function expectLight(page: Page, paths: readonly string[], maxKib: number): Promise<void> {
  for (const path of paths) {
    const { kib, files } = await weigh(page, path);
    // Less would mean that the scripts were not seen.
    expect(kib, path).toBeGreaterThan(90);
    expect(kib, path).toBeLessThanOrEqual(maxKib);
    expect(files, path).toBeLessThanOrEqual(MAX_FILES);
  }
}

test(`no partner page loads more than ${MAX_KIB.dashboard} KiB of scripts`, async ({
  page,
  people,
}) => {
  await signIn(page, (await people.team()).owner);
  await expectLight(page, DASHBOARD, MAX_KIB.dashboard);
});

test(`no operator page loads more than ${MAX_KIB.dashboard} KiB of scripts`, async ({
  page,
  people,
}) => {
  await signIn(page, await people.operator());
  await expectLight(page, OPERATOR_PAGES, MAX_KIB.dashboard);
});

test(`no documentation page loads more than ${MAX_KIB.docs} KiB of scripts`, async ({ page }) => {
  await expectLight(page, DOCS, MAX_KIB.docs);
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
