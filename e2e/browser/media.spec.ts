import { expect, type Page } from "playwright/test";
import { trade } from "./business-scenes";
import { type People, signIn, type Team } from "./people";
import { test } from "./test";
import { callALot } from "./traffic-scenes";

// One test checks several pages in several ways, which needs fewer page loads than a test for each.
test.setTimeout(90_000);

const PAGES = ["/overview", "/api-keys", "/logs", "/customers", "/metrics"];
const MAX_SHIFT = 0.05;

async function busyTeam(people: People): Promise<Team> {
  const team = await people.team("Busy Partner");
  const { key } = await people.issue(team, { label: "Shop", scopes: ["prices:read"] });
  await people.revoke((await people.issue(team, { label: "Gone" })).key.id);
  await people.used(key.id, { answered: 40, refused: 4 });
  await callALot(people, key);
  await trade(people, team);
  return team;
}

/** The layout shift since the page loaded, without user input. */
async function shiftOf(page: Page): Promise<number> {
  await page.waitForLoadState("networkidle");
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries() as Shift[]) {
            if (!shift.hadRecentInput) sum += shift.value;
          }
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => done(sum), 100));
      }),
  );
}

/** The elements that are animated, or would be when they change. */
function motionsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const longest = (list: string) =>
      Math.max(...list.split(",").map((time) => Number.parseFloat(time) * 1000));
    const moving = [...document.querySelectorAll("*")].filter((element) => {
      const { transitionDuration, transitionProperty, animationName, animationDuration } =
        getComputedStyle(element);
      const isMoved = transitionProperty !== "none" && longest(transitionDuration) > 1;
      return isMoved || (animationName !== "none" && longest(animationDuration) > 1);
    });
    return moving.map(({ tagName, className }) => `${tagName} ${className}`);
  });
}

/** Elements that would be printed but only work on a screen, and content that would be cut off. */
function faultsOnPaper(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(
        (element) => element.getClientRects().length > 0,
      );
    const useless =
      "nav, .mantine-AppShell-header, .mantine-Button-root, .mantine-Notification-root, [role=switch]";
    const cut = shown("#content, #content *").filter((element) => {
      const { overflowX, clipPath } = getComputedStyle(element);
      const isHidden = clipPath !== "none" || element.clientWidth <= 1;
      return overflowX !== "visible" && !isHidden && element.scrollWidth > element.clientWidth + 1;
    });
    const isFixed = (element: Element) =>
      getComputedStyle(element).position === "fixed" && element.textContent !== "";
    return [
      ...shown("body *")
        .filter(isFixed)
        .map(({ textContent }) => `over each page: ${textContent}`),
      ...shown(useless).map(({ tagName, textContent }) => `printed: ${tagName} ${textContent}`),
      ...cut.map(({ tagName, className }) => `cut off: ${tagName} ${className}`),
    ];
  });
}

async function measureOf(page: Page) {
  const main = await page.locator("main").boundingBox();
  const content = await page.locator("#content").boundingBox();
  const left = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  if (!main || !content || !left) throw new Error("the page has a frame");
  const before = content.x - left.x - left.width;
  return { width: content.width, skew: before - (main.x + main.width - content.x - content.width) };
}

test("pages don't shift, fit wide screens, reduce motion and print", async ({ page, people }) => {
  await signIn(page, (await busyTeam(people)).owner);
  for (const path of PAGES) {
    await page.goto(path);
    expect(await shiftOf(page), `what moves on ${path}`).toBeLessThan(MAX_SHIFT);

    await page.setViewportSize({ width: 2560, height: 1440 });
    const { width, skew } = await measureOf(page);
    expect(width, `the measure of ${path}`).toBeLessThanOrEqual(1280);
    expect(Math.abs(skew), `${path} stands in the middle`).toBeLessThanOrEqual(2);

    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect.poll(() => motionsOf(page), `what would move on ${path}`).toEqual([]);

    await page.setViewportSize({ width: 794, height: 1123 });
    await page.emulateMedia({ media: "print" });
    expect(await faultsOnPaper(page), `${path} on paper`).toEqual([]);
    expect((await page.pdf()).length).toBeGreaterThan(5_000);
    await page.emulateMedia({ media: "screen", reducedMotion: "no-preference" });
    await page.setViewportSize({ width: 1280, height: 720 });
  }
  await page.goto("/logs");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("/prices").first(), "what is read is printed").toBeVisible();
});

/** The values of a property of the elements or of their pseudo-elements. */
function styles(page: Page, selector: string, property: string, pseudo?: string) {
  return page
    .locator(selector)
    .evaluateAll(
      (elements, [name, before]) =>
        elements.map((element) => getComputedStyle(element, before).getPropertyValue(name)),
      [property, pseudo] as const,
    );
}

/** The fill of each element; no two may look the same. */
async function fills(page: Page, selectors: readonly string[]): Promise<Set<string>> {
  const found = await Promise.all(
    selectors.map(async (selector) => {
      const [color] = await styles(page, selector, "background-color");
      const [image] = await styles(page, selector, "background-image");
      return `${color} ${image}`;
    }),
  );
  return new Set(found);
}

test("with forced colors, everything remains distinguishable @rare", async ({ page, people }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await signIn(page, (await busyTeam(people)).owner, "/overview");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  const chosen = (name: string) => [`${name}[data-active]`, `${name}:not([data-active])`];
  const looks = ["main", "warn", "bad"].map((look) => `[data-look=${look}]`);
  expect((await fills(page, [...looks, "body"])).size, "bars, and the page").toBe(4);
  const pages = chosen(".mantine-NavLink-root");
  const choices = chosen(".mantine-SegmentedControl-label");
  expect((await fills(page, pages)).size, "the page in view").toBe(2);
  expect((await fills(page, [...pages, ...choices])).size, "one look for what is chosen").toBe(2);

  await page.keyboard.press("Tab");
  const ring = await page.evaluate(() => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(
      document.activeElement ?? document.body,
    );
    return { outlineStyle, outlineWidth, outlineColor };
  });
  expect(ring).toMatchObject({ outlineStyle: "solid", outlineWidth: "2px" });
  expect(await styles(page, "body", "background-color")).not.toContain(ring.outlineColor);

  await page.goto("/api-keys?show=all");
  await expect(page.getByText("Revoked", { exact: true }).first()).toBeVisible();
  const [canvas] = await styles(page, "body", "background-color");
  const active = await styles(page, "[data-tone=good]", "background-color", "::before");
  expect(active.length).toBeGreaterThan(0);
  expect(active).not.toContain(canvas);
  const over = await styles(page, "[data-tone=idle]", "background-color", "::before");
  expect(over[0], "a ring").toMatch(/, 0\)$/);
  const [bars] = await styles(page, "tbody svg rect:not([data-none])", "fill");
  expect(bars).not.toBe(canvas);

  await page.goto("/logs");
  const shapes = await Promise.all(
    ["good", "warn", "bad"].map(async (tone) => [
      (await styles(page, `[data-tone=${tone}]`, "border-radius", "::before"))[0],
      (await styles(page, `[data-tone=${tone}]`, "transform", "::before"))[0],
    ]),
  );
  expect(new Set(shapes.map(String)).size, "each answer has its shape").toBe(3);
  const toggle = () => styles(page, ".mantine-Switch-thumb", "border-width");
  expect(await styles(page, ".mantine-Switch-track", "border-style")).toEqual(["solid"]);
  const on = await toggle();
  await page.getByRole("switch").press("Space");
  expect(await toggle(), "on and off").not.toEqual(on);

  await page.goto("/metrics?range=custom&from=2026-11-05&to=2026-11-12");
  await page.getByRole("button", { name: /Date range \(UTC\)/ }).click();
  await expect(page.locator("[data-in-range]").first()).toBeVisible();
  const days = [".mantine-DatePickerInput-day[data-in-range]", "body"];
  expect((await fills(page, days)).size, "the days that are chosen").toBe(2);
  expect((await styles(page, "main polyline", "stroke"))[0]).not.toBe(canvas);
});
