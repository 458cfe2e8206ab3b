import { type Browser, expect, type Page } from "playwright/test";
import { SCOPE_NAMES } from "../../server/core/kernel/scopes";
import { isThorough } from "../../server/testing/extent";
import { stage } from "../support/stage";
import { findings, POPUPS } from "./axe";
import { BUSINESS_SCENES, receive, trade } from "./business-scenes";
import { IMPORT_SCENES } from "./import-scenes";
import { coveredByButtons, cutOff, overlaps } from "./layout";
import { NOTIFICATION_SCENES } from "./notification-scenes";
import { OPERATOR_SCENES, operate } from "./operator-scenes";
import { type People, type Person, signIn } from "./people";
import type { Audience } from "./scene";
import { SCENES as OTHER_SCENES } from "./scenes";
import { SECOND_FACTOR_SCENES } from "./second-factor-scenes";
import { SETTINGS_SCENES } from "./settings-scenes";
import { attend, test as base, createKey, FAULTS } from "./test";
import { callALot, TRAFFIC_SCENES } from "./traffic-scenes";
import { WEBHOOK_SCENES } from "./webhook-scenes";
import { sendALot } from "./webhooks";

const SCENES = [
  ...OTHER_SCENES,
  ...BUSINESS_SCENES,
  ...SECOND_FACTOR_SCENES,
  ...SETTINGS_SCENES,
  ...NOTIFICATION_SCENES,
  ...OPERATOR_SCENES,
  ...IMPORT_SCENES,
  ...TRAFFIC_SCENES,
  ...WEBHOOK_SCENES,
];

interface Seat {
  page: Page;
  faults: string[];
  person: Person | undefined;
  signedInAt: number;
}

/** Well before a sensitive action asks for the password again, however slow the machine is. */
const SIGN_IN_AGAIN_MS = 10 * 60_000;

/**
 * The users of all scenes. Each is signed in once per worker, in a page that serves all of their
 * scenes: opening a browser for each scene would take longer than the checks.
 */
const test = base.extend<
  { visit: (audience: Audience) => Promise<Page> },
  { cast: Record<Audience, Seat> }
>({
  cast: [
    async ({ people, browser }, use) => {
      const persons = await castOf(people);
      const cast = { nobody: await seat(browser) } as Record<Audience, Seat>;
      for (const [audience, person] of Object.entries(persons)) {
        cast[audience as Audience] = await seat(browser, person);
      }
      await use(cast);
      for (const { page } of Object.values(cast)) await page.context().close();
    },
    { scope: "worker" },
  ],
  visit: async ({ cast }, use) => {
    const visited: Seat[] = [];
    await use(async (audience) => {
      const taken = cast[audience];
      const { page, person } = taken;
      visited.push(taken);
      if (person && Date.now() - taken.signedInAt > SIGN_IN_AGAIN_MS) {
        await signIn(page, person);
        taken.signedInAt = Date.now();
      }
      // From the page of the scene before straight to the next: the browser then keeps the process
      // of the page, which saves a third of the CPU time of a scene.
      if (audience !== "nobody") return page;
      // Their scenes sign in, and differ in nothing but the hash, which loads no page.
      await page.goto("about:blank");
      await page.context().clearCookies();
      return page;
    });
    for (const { faults } of visited) expect(faults.splice(0), FAULTS).toEqual([]);
  },
});

async function seat(browser: Browser, person?: Person): Promise<Seat> {
  const context = await browser.newContext({ baseURL: stage().url, reducedMotion: "reduce" });
  const faults = await attend(context);
  const page = await context.newPage();
  if (person) await signIn(page, person);
  return { page, faults, person, signedInAt: Date.now() };
}

async function castOf(people: People) {
  // First, so that all that follows is notified to this operator too.
  const operator = await people.operator();
  const team = await people.team("Seen From All Sides");
  const fresh = await people.team("Fresh Start");
  const shut = await people.team("Shut");
  await sendALot(people.webhooks, team);
  const everything = {
    scopes: [...SCOPE_NAMES],
    expiresAt: new Date(Date.now() + 3 * 86_400_000),
    allowedNetworks: ["203.0.113.0/24", "2001:db8:20:1111:2222:3333:4444:5555/128"],
  };
  const old = await people.issue(team, { label: "Billing", scopes: SCOPE_NAMES.slice(0, 3) });
  await people.rotate(old.key.id);
  const { key } = await people.issue(team, { label: "Everything", ...everything });
  await people.used(key.id, { answered: 1_420, refused: 180 });
  await callALot(people, key);
  const ofKey = { target: key.id, threshold: 5 };
  // The key has more rate-limited requests than that, so it stays triggered.
  await receive(people, team);
  await people.payoutDetails(team);
  await people.triggeredAlert(team, { kind: "rate_limited_share", ...ofKey });
  await people.alert(team, { kind: "error_share", ...ofKey });
  await people.alert(team, { kind: "no_traffic", target: null, threshold: 24 });
  await people.askForMore(key.id, 12_000, LONG);
  const granted = await people.issue(team, { label: "Granted" });
  await people.approve((await people.askForMore(granted.key.id, 1_200, LONG)).id, 600);
  const refused = await people.issue(team, { label: "Refused" });
  await people.decline((await people.askForMore(refused.key.id, 1_000_000, LONG)).id, LONG);
  await people.issue(team, {
    label: "A label that is as long as labels can get ".repeat(2).slice(0, 80),
  });
  await people.leak((await people.issue(team, { label: "In a repository" })).plaintext);
  const gone = await people.issue(team, { label: "Gone" });
  await people.revoke(gone.key.id);
  // The longest text of the column: "12 min ago by operator@...".
  await people.revokedBefore(gone.key.id, { by: "operator-0123456789@latchkey.example" });
  await people.issue(shut, { label: "Frozen" });
  await people.suspend(shut);
  await people.business.terminate(await people.team("Ended"), "Contract ended");
  await trade(people, team);
  await operate(people, team);
  await people.invite(team, `guest-1@${team.code}.example`);
  const persons: Record<Exclude<Audience, "nobody">, Person> = {
    owner: team.owner,
    newcomer: fresh.owner,
    suspended: shut.owner,
    viewer: await people.member(team, "viewer"),
    operator,
  };
  return persons;
}

const LONG = "A sentence that goes on for as long as it may, and on. ".repeat(9).slice(0, 490);

/**
 * `npm test` has every fifth scene, in one width and color scheme. The scenes of a page follow each other, so
 * most pages are there. Not so the references, whose scans take fourteen seconds.
 */
const HAS_ALL = isThorough || Boolean(process.env.PICTURES);
const SHOWN = HAS_ALL ? SCENES : SCENES.filter((_, index) => index % 5 === 0);

const WIDTHS = [390, 1440];

/**
 * Each scene has both widths and both color schemes. Which go together alternates: the scenes of a
 * page follow each other and have most elements in common. Pictures are taken of all four.
 */
function schemesOf(index: number, width: number): ("dark" | "light")[] {
  if (process.env.PICTURES) return ["light", "dark"];
  return [(Math.floor(index / 2) + WIDTHS.indexOf(width)) % 2 === 0 ? "dark" : "light"];
}

// All scenes are most of the browser tests: both workers take from them. A fifth of them is quicker
// in one worker, because each signs in all users for itself.
test.describe.configure({ mode: HAS_ALL ? "parallel" : "default" });

for (const [index, scene] of SHOWN.entries()) {
  const all = scene.isWide ? WIDTHS.slice(-1) : WIDTHS;
  const widths = HAS_ALL ? all : all.slice(index % all.length).slice(0, 1);
  test(`${scene.name} passes axe, and nothing scrolls sideways`, async ({ visit, people }) => {
    const page = await visit(scene.as);
    // Opened at phone width and then widened: the steps are the same on a desktop.
    await page.setViewportSize({ width: all[0] ?? 0, height: 900 });
    await scene.open(page, people);
    // Next streams it, after what the scene waits for on a busy machine.
    await expect(page).toHaveTitle(/./);
    const popups = page.locator(POPUPS);
    // The page below a popup has scenes of its own.
    let isWhole = true;
    const shown = await popups.filter({ visible: true }).count();
    for (const width of widths) {
      await resize(page, width);
      await expect(popups.filter({ visible: true })).toHaveCount(shown);
      for (const right of await rightsOf(page)) expect(right).toBeLessThanOrEqual(width);
      expect(await page.evaluate(overlaps), `${width} px: cells over each other`).toEqual([]);
      expect(await page.evaluate(cutOff), `${width} px: cut off`).toEqual([]);
      for (const colorScheme of schemesOf(index, width)) {
        await page.emulateMedia({ colorScheme });
        await page.waitForFunction(isIn, colorScheme);
        if (process.env.PICTURES) {
          const fullPage = process.env.PICTURES === "whole";
          await page.screenshot({ path: pictureOf(scene.name, width, colorScheme), fullPage });
        }
        const found = await findings(page, isWhole);
        expect(found, `${colorScheme}, ${width} px`).toEqual([]);
        // As it was opened, and after what loads late. Nothing scrolls when a window is resized.
        if (isWhole && width === all[0]) {
          expect(await page.evaluate(coveredByButtons)).toEqual([]);
        }
        isWhole = false;
      }
    }
  });
}

/**
 * The bar of selected rows floats above other rows. How much of them it covers depends on how many
 * there are, so a page with it gets a viewport in which it covers none.
 */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  if ((await page.locator("[aria-label='Selected rows']").count()) === 0) return;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
}

/** Whether the page is in the color scheme. An assertion would ask at longer and longer intervals. */
const isIn = (colorScheme: string) =>
  document.documentElement.dataset.mantineColorScheme === colorScheme;

/** The file for a screenshot of the scene. */
function pictureOf(scene: string, width: number, colorScheme: string): string {
  return `e2e/.report/screens/${scene.replaceAll(/\W+/g, "-")}.${width}.${colorScheme}.png`;
}

/** The right edges of the page, its dialogs and their content. */
function rightsOf(page: Page): Promise<number[]> {
  return page.evaluate(() => [
    document.documentElement.scrollWidth,
    ...[...document.querySelectorAll("[role=dialog], main, [role=dialog] > *")].map(
      (element) => element.getBoundingClientRect().right,
    ),
  ]);
}

test("no column of the keys table is cut off, from tablet to wide screen @rare", async ({
  visit,
}) => {
  const page = await visit("owner");
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

test("no column of limit requests is cut off, on any wide screen @rare", async ({ visit }) => {
  const page = await visit("operator");
  await page.goto("/operator/limit-requests");
  await expect(page.getByRole("table")).toBeVisible();
  for (const width of [600, 768, 1024, 1149, 1232, 1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.getByRole("table").evaluate(({ parentElement: frame }) => {
      return frame ? frame.scrollWidth - frame.clientWidth : Number.NaN;
    });
    expect(overflow, `${width} px`).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const widthOf = (name: string) =>
    page.getByRole("columnheader", { name }).evaluate((head) => head.getBoundingClientRect().width);
  const others = ["Partner", "Key", "Requested", "Usage (7 days)", "Status", "Submitted"];
  const widths = await Promise.all(others.map(widthOf));
  expect(await widthOf("Reason"), "sentences have the most room").toBeGreaterThan(
    Math.max(...widths),
  );
});
