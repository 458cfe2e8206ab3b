import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, type Page } from "playwright/test";
import { DASHBOARD, OPERATOR_PAGES } from "./dashboard";
import { signIn } from "./people";
import { test } from "./test";

const MAX_KIB = 200;
const MANIFEST = fileURLToPath(new URL("../../.next/build-manifest.json", import.meta.url));

/** The files of Next and React, which are on every page of every app. */
function frameworkFiles(): Set<string> {
  const { rootMainFiles } = JSON.parse(readFileSync(MANIFEST, "utf8")) as {
    rootMainFiles: string[];
  };
  return new Set(rootMainFiles.map((file) => `/_next/${file}`));
}

/**
 * The size of a page's own scripts until the network is idle, gzipped, in KiB; without the linked
 * pages, which Next prefetches when idle.
 */
async function weigh(page: Page, path: string): Promise<number> {
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    (route) => route.abort(),
  );
  const framework = frameworkFiles();
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.request().resourceType() !== "script" || framework.has(pathname)) return;
    sizes.set(
      pathname,
      response.body().then((body) => gzipSync(body).length),
    );
  });
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  expect(sizes.size, "scripts of the page").toBeGreaterThan(3);
  const bytes = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  page.removeAllListeners("response");
  return bytes / 1024;
}

test(`no partner page loads more than ${MAX_KIB} KiB of scripts beyond the framework`, async ({
  page,
  people,
}) => {
  await signIn(page, (await people.team()).owner);
  for (const path of DASHBOARD) {
    expect(await weigh(page, path), path).toBeLessThanOrEqual(MAX_KIB);
  }
});

test(`no operator page loads more than ${MAX_KIB} KiB of scripts beyond the framework`, async ({
  page,
  people,
}) => {
  await signIn(page, await people.operator());
  for (const path of OPERATOR_PAGES) {
    expect(await weigh(page, path), path).toBeLessThanOrEqual(MAX_KIB);
  }
});
