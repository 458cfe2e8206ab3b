import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { type BrowserContext, expect, type Page } from "playwright/test";
import { stage } from "../support/stage";
import { BUSINESS_SCENES, trade } from "./business-scenes";
import { importWithBadLines, OPERATOR_SCENES } from "./operator-scenes";
import { type People, type Person, signIn } from "./people";
import { type Audience, SCENES as OTHER_SCENES } from "./scenes";
import { SECOND_FACTOR_SCENES } from "./second-factor-scenes";
import { SETTINGS_SCENES } from "./settings-scenes";
import { attend, test as base, createKey } from "./test";
import { callALot, TRAFFIC_SCENES } from "./traffic-scenes";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const SCENES = [
  ...OTHER_SCENES,
  ...BUSINESS_SCENES,
  ...SECOND_FACTOR_SCENES,
  ...SETTINGS_SCENES,
  ...OPERATOR_SCENES,
  ...TRAFFIC_SCENES,
];

/** The people of all scenes, signed in once for each worker. */
const test = base.extend<object, { cast: Record<Audience, Cookies> }>({
  cast: [
    async ({ people, browser }, use) => {
      const persons = await castOf(people);
      const cookies = { nobody: [] } as unknown as Record<Audience, Cookies>;
      for (const [audience, person] of Object.entries(persons)) {
        const context = await browser.newContext({ baseURL: stage().url });
        await attend(context);
        await signIn(await context.newPage(), person);
        cookies[audience as Audience] = await context.cookies();
        await context.close();
      }
      await use(cookies);
    },
    { scope: "worker" },
  ],
});

async function castOf(people: People) {
  const team = await people.team("Seen From All Sides");
  const fresh = await people.team("Fresh Start");
  const shut = await people.team("Shut");
  const everything = { scopes: [...SIX], expiresAt: new Date(Date.now() + 3 * 86_400_000) };
  const old = await people.issue(team, { label: "Billing", scopes: SIX.slice(0, 3) });
  await people.rotate(old.key.id);
  const { key } = await people.issue(team, { label: "Everything", ...everything });
  await people.used(key.id, { answered: 1_420, refused: 180 });
  await callALot(people, key);
  await people.askForMore(key.id, 12_000, LONG);
  const granted = await people.issue(team, { label: "Granted" });
  await people.approve((await people.askForMore(granted.key.id, 1_200, LONG)).id, 600);
  const refused = await people.issue(team, { label: "Refused" });
  await people.decline((await people.askForMore(refused.key.id, 1_000_000, LONG)).id, LONG);
  await people.issue(team, {
    label: "A label that is as long as labels can get ".repeat(2).slice(0, 80),
  });
  await people.revoke((await people.issue(team, { label: "Gone" })).key.id);
  await people.issue(shut, { label: "Frozen" });
  await people.suspend(shut);
  await trade(people, team);
  await importWithBadLines(people);
  await people.invite(team, `guest-1@${team.code}.example`);
  const persons: Record<Exclude<Audience, "nobody">, Person> = {
    owner: team.owner,
    newcomer: fresh.owner,
    suspended: shut.owner,
    viewer: await people.member(team, "viewer"),
    operator: await people.operator(),
  };
  return persons;
}

const LONG = "A sentence that goes on for as long as it may, and on. ".repeat(9).slice(0, 490);
const SIX = [
  "accounts:read",
  "accounts:write",
  "metrics:read",
  "prices:read",
  "prices:write",
  "payouts:read",
] as const;

/** What axe finds, in a line each. Its source comes in by the debugger: the policy forbids scripts. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const results: AxeResults = await page.evaluate(
    (tags) =>
      (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
        runOnly: tags,
        // Best practices, which no tag of the above has: each landmark is there once.
        rules: {
          "landmark-no-duplicate-banner": { enabled: true },
          "landmark-no-duplicate-main": { enabled: true },
          "landmark-no-duplicate-contentinfo": { enabled: true },
        },
      }),
    TAGS,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
  );
}

for (const scene of SCENES) {
  test(`${scene.name}: axe finds nothing, light and dark, wide and narrow, and nothing scrolls sideways`, async ({
    page,
    context,
    cast,
    people,
  }) => {
    await context.addCookies(cast[scene.as]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await scene.open(page, people);
      for (const right of await rightsOf(page)) expect(right).toBeLessThanOrEqual(width);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const html = page.locator("html");
        await expect(html).toHaveAttribute("data-mantine-color-scheme", colorScheme);
        await page.screenshot({ path: pictureOf(scene.name, width, colorScheme) });
        expect(await findings(page), `${colorScheme}, ${width} px`).toEqual([]);
      }
    }
  });
}

/** Where a scene's picture lands, to be looked at. */
function pictureOf(scene: string, width: number, colorScheme: string): string {
  return `e2e/.report/screens/${scene.replaceAll(/\W+/g, "-")}.${width}.${colorScheme}.png`;
}

/** Where the page, its dialogs and what is in them end on the right. */
function rightsOf(page: Page): Promise<number[]> {
  return page.evaluate(() => [
    document.documentElement.scrollWidth,
    ...[...document.querySelectorAll("[role=dialog], main, [role=dialog] > *")].map(
      (element) => element.getBoundingClientRect().right,
    ),
  ]);
}

test("no column of the keys is cut off, from a tablet to a wide screen", async ({
  page,
  context,
  cast,
}) => {
  await context.addCookies(cast.owner);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/api-keys");
  await createKey(page, "By a person with an address");
  await page.goto("/api-keys?show=all");
  for (const width of [600, 768, 1024, 1149, 1280, 1366, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.getByRole("table").evaluate((table) => {
      const frame = table.parentElement;
      return frame ? frame.scrollWidth - frame.clientWidth : Number.NaN;
    });
    expect(overflow, `${width} px`).toBe(0);
  }
});

test("no column of the limit requests is cut off, from a tablet to a wide screen", async ({
  page,
  context,
  cast,
}) => {
  await context.addCookies(cast.operator);
  await page.goto("/operator/limit-requests");
  await expect(page.getByRole("table")).toHaveCount(2);
  for (const width of [600, 768, 1024, 1149, 1230, 1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const overflows = await page
      .getByRole("table")
      .evaluateAll((tables) =>
        tables.map(({ parentElement: frame }) =>
          frame ? frame.scrollWidth - frame.clientWidth : Number.NaN,
        ),
      );
    expect(overflows, `${width} px`).toEqual([0, 0]);
  }
});
