import { expect, type Page } from "playwright/test";
import { EVENT_TYPE_NAMES, EVENT_TYPES } from "../../server/core/registry";
import { ENDPOINTS } from "../../server/rest/endpoints";
import { errorCodes } from "../../server/rest/openapi-operation";
import { stage } from "../support/stage";
import { hydrated } from "./hydrated";
import { clipboard, test } from "./test";

const LANGUAGES = ["curl", "TypeScript", "Python", "PHP"];

const sectionOf = (page: Page, summary: string) =>
  page.getByRole("region", { name: summary, exact: true });
const search = (page: Page) => page.getByLabel("Search the reference");
const contents = (page: Page) => page.getByRole("navigation", { name: "On this page" });

test("lists every endpoint with its scope, errors and samples", async ({ page }) => {
  await page.goto("/docs");
  // All at once: asking for each takes seconds of CPU time.
  const sections = await page.evaluate(() => {
    const textsOf = (section: Element, selector: string) =>
      [...section.querySelectorAll(selector)].map(({ textContent }) => textContent);
    return [...document.querySelectorAll("section")].map((section) => ({
      title: textsOf(section, "h2")[0],
      text: section.textContent,
      scopes: textsOf(section, 'a[href="#scopes"]'),
      errors: [...section.querySelectorAll('[aria-label^="Errors"] a')].map((link) =>
        link.getAttribute("href"),
      ),
      parameters: textsOf(section, '[aria-label^="Parameters"]').join(),
      languages: textsOf(section, '[role="tab"]'),
      samples: textsOf(section, "pre").filter((code) => code.includes("LATCHKEY_KEY")).length,
    }));
  });
  for (const endpoint of ENDPOINTS) {
    const section = sections.find(({ title }) => title === endpoint.summary);
    expect(section?.text).toContain(endpoint.method);
    expect(section?.text).toContain(`/api/v1/reseller${endpoint.path}`);
    if (endpoint.scope) expect(section?.scopes).toContain(endpoint.scope);
    const errors = [...errorCodes(endpoint)].map((code) => `/docs/errors#${code}`);
    expect(section?.errors.toSorted()).toEqual(errors.toSorted());
    for (const name of Object.keys(endpoint.query?.shape ?? {})) {
      const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      expect(section?.parameters).toContain(snake);
    }
    expect(section).toMatchObject({ languages: LANGUAGES, samples: LANGUAGES.length });
  }
});

test("every link within the page and to the error codes works @rare", async ({ page }) => {
  await page.goto("/docs");
  const dead = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
      .map((link) => link.hash.slice(1))
      .filter((id) => !document.getElementById(id)),
  );
  expect(dead).toEqual([]);
  const codes = new Set(ENDPOINTS.flatMap((endpoint) => [...errorCodes(endpoint)]));
  await page.goto("/docs/errors");
  for (const code of codes) await expect(page.locator(`#${code}`)).toBeAttached();
});

test("the webhook guide lists all types of events, and its links work", async ({ page }) => {
  await page.goto("/docs/webhooks");
  const table = page.getByRole("region", { name: "Event types" }).getByRole("table");
  await expect(table.getByRole("rowheader")).toHaveCount(EVENT_TYPE_NAMES.length);
  for (const [type, { scope, summary }] of Object.entries(EVENT_TYPES)) {
    const row = table.locator(`[id="${type}"]`);
    await expect(row).toContainText(summary.replaceAll("`", ""));
    if (scope) await expect(row).toContainText(scope);
  }
  const hrefs = await page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  // In order: only the first link to a page loads it.
  for (const href of [...new Set(hrefs)].sort()) {
    await page.goto(href);
    const { hash } = new URL(href);
    if (hash) await expect(page.locator(hash)).toBeAttached();
  }
});

test("the pages of the docs lead to each other @rare", async ({ page }) => {
  await page.goto("/docs");
  const pages = page.getByRole("navigation", { name: "Documentation" });
  for (const name of ["Webhooks", "Platform API", "Error codes", "Changelog", "API reference"]) {
    await pages.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(pages.locator('[aria-current="page"]')).toHaveText(name);
  }
});

test("search finds an endpoint by path, field or error", async ({ page }) => {
  await page.goto("/docs");
  await hydrated(page);
  const links = contents(page).getByRole("link");
  for (const [query, found] of [
    ["put prices", "Update a price"],
    ["price_below_floor", "Update a price"],
    ["estimated_share", "Retrieve metrics"],
    ["X-Client-Id worker", "Rate limits"],
  ] as const) {
    await page.keyboard.press("/");
    await expect(search(page)).toBeFocused();
    await search(page).fill(query);
    await expect(links).toHaveCount(1);
    await expect(links).toContainText(found);
    await search(page).blur();
  }
  await search(page).fill("put prices");
  await search(page).press("Enter");
  await expect(page).toHaveURL(/#setPrice$/);
  await expect(sectionOf(page, "Update a price")).toBeInViewport();
  await search(page).fill("no such thing");
  await expect(contents(page).getByRole("status")).toContainText("no such thing");
  await search(page).press("Escape");
  await expect(links.first()).toBeVisible();
});

test("the copy button copies the shown sample in the selected language @rare", async ({ page }) => {
  await page.goto("/docs");
  const section = sectionOf(page, "Create a customer");
  for (const language of LANGUAGES) {
    await section.getByRole("tab", { name: language }).click();
    await section.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(section.getByRole("button", { name: "Copied" })).toBeVisible();
    const shown = await section.getByRole("tabpanel").locator("pre").textContent();
    expect(await clipboard(page)).toBe(shown);
    await expect(section.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
  }
  // The selection applies to the whole page and survives a reload.
  const other = sectionOf(page, "List prices");
  await expect(other.getByRole("tabpanel")).toContainText("curl_init");
  await page.reload();
  await expect(other.getByRole("tabpanel")).toContainText("curl_init");
});

test("every code block of the documentation can be copied @rare", async ({ page }) => {
  for (const [path, fewest] of [
    ["/docs", 10],
    ["/docs/webhooks", 7],
    ["/docs/platform", 10],
    ["/docs/errors", 10],
  ] as const) {
    await page.goto(path);
    const blocks = await page.locator("main pre").count();
    expect(blocks).toBeGreaterThanOrEqual(fewest);
    expect(await page.locator("main [data-code] pre").count(), path).toBe(blocks);
    const frames = page.locator("main [data-code]");
    const buttons = frames.getByRole("button", { name: /^Copy/ });
    expect(await buttons.count(), path).toBe(await frames.count());
    await buttons.last().click();
    expect(await clipboard(page)).toBe(await frames.last().locator("pre").textContent());
  }
});

test("the page contains no key and shows the URL of its own API", async ({ page, request }) => {
  const response = await request.get("/docs");
  expect(await response.text()).not.toMatch(/rsk_[0-9A-Za-z]{36}/);
  await page.goto("/docs");
  await expect(page.getByRole("region", { name: "Getting started" })).toContainText(
    `${stage().url}/api/v1/reseller`,
  );
});

test("the OpenAPI document and the client are downloaded @rare", async ({ page, request }) => {
  await page.goto("/docs");
  for (const [name, start] of [
    ["OpenAPI document", '{"openapi":"3.1'],
    ["typed client", "/"],
  ] as const) {
    const link = page.getByRole("main").getByRole("link", { name }).first();
    const response = await request.get((await link.getAttribute("href")) ?? "");
    expect(response.status()).toBe(200);
    expect((await response.text()).startsWith(start)).toBe(true);
  }
});

test("print hides the navigation and keeps the reference @rare", async ({ page }) => {
  await page.goto("/docs");
  await page.emulateMedia({ media: "print" });
  await expect(contents(page)).toBeHidden();
  await expect(page.getByRole("button").first()).toBeHidden();
  await expect(sectionOf(page, "Create a customer").getByRole("tabpanel")).toBeVisible();
});

test("on a narrow screen, the contents open over the page on request @rare", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/docs");
  const link = contents(page).getByRole("link", { name: "Create a customer" });
  await expect(link).toBeHidden();
  await contents(page).getByRole("button", { name: "On this page" }).click();
  await link.click();
  await expect(link).toBeHidden();
  await expect(page).toHaveURL(/#createAccount$/);
  await expect(page.getByRole("heading", { name: "Create a customer" })).toBeInViewport();
});
