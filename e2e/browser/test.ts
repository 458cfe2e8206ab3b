import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from "playwright/test";
import { stage } from "../support/stage";
import { holdClicks, hydrated, leaveOutBlur } from "./hydrated";
import { openPeople, type People } from "./people";

type Fixtures = {
  /** Opens a page in a separate browser context: another user or another device. */
  openElsewhere: (options?: BrowserContextOptions) => Promise<Page>;
};

/**
 * `people` creates the users of a test. Every page of every test is watched: a violation of the
 * Content-Security-Policy or an uncaught error fails the test, whatever it is about.
 */
export const test = base.extend<Fixtures, { people: People }>({
  people: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures out of the pattern.
    async ({}, use) => {
      const people = await openPeople(stage());
      await use(people);
      await people.close();
    },
    { scope: "worker" },
  ],
  // Drawing what moves takes a tenth of a test's CPU time without a graphics card. The rarer cases of
  // a page are those of users who prefer less motion.
  contextOptions: async ({ contextOptions }, use, { tags }) => {
    await use({ ...contextOptions, ...(tags.includes("@rare") && { reducedMotion: "reduce" }) });
  },
  context: async ({ context }, use) => {
    const faults = await attend(context);
    await use(context);
    expect(faults, FAULTS).toEqual([]);
  },
  openElsewhere: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    const faults: string[][] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      faults.push(await attend(context));
      return context.newPage();
    });
    for (const context of contexts) await context.close();
    expect(faults.flat(), FAULTS).toEqual([]);
  },
});

export const FAULTS = "violations of the policy and uncaught errors";

/**
 * Makes the pages of a context behave as for users, and returns a list that collects their errors.
 */
export async function attend(context: BrowserContext): Promise<string[]> {
  const faults: string[] = [];
  await holdClicks(context);
  // The pictures are for eyes.
  if (!process.env.PICTURES) await leaveOutBlur(context);
  context.on("page", (page) => {
    watch(page, faults);
    readAsShown(page);
    arriveReady(page);
  });
  return faults;
}

function watch(page: Page, faults: string[]): void {
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    if (/content.security.policy|hydrat|minified react/i.test(text)) {
      faults.push(`${page.url()}: ${text}`);
    }
  });
}

/**
 * Streamed content is hidden, and may exist twice, until it is shown, so only visible text counts.
 */
function readAsShown(page: Page): void {
  const { getByText } = page;
  page.getByText = (...args) => getByText.apply(page, args).filter({ visible: true });
}

/** Waits for hydration after each load, for tests that continue by keyboard. */
function arriveReady(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    await hydrated(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await hydrated(page);
    return response;
  };
}

/** Calls the API like an integration; resolves with status, headers and body. */
export async function callApi(key: string, path = "/me") {
  const response = await fetch(`${stage().url}/api/v1/reseller${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

/** Creates a key through the dialog and returns its plaintext; the reveal stays open. */
export async function createKey(page: Page, label: string): Promise<string> {
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(label);
  await withoutScopes(page);
  await dialog.getByRole("button", { name: "Create key" }).click();
  return revealed(page);
}

/** Confirms in the open form that the new key needs no scope. */
export async function withoutScopes(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: /^Create a key without scopes/ }).check();
}

/** The plaintext shown in the open reveal. */
export async function revealed(page: Page): Promise<string> {
  // No regular expression in the page: its last match would keep the plaintext in the heap.
  const codes = page.getByRole("dialog").locator("code");
  const find = async () => (await codes.allTextContents()).find((text) => PLAINTEXT.test(text));
  await expect.poll(async () => (await find()) !== undefined, "a plaintext is shown").toBe(true);
  return (await find()) ?? "";
}

const PLAINTEXT = /^rsk_[0-9A-Za-z]{36}$/;

/** Copies what the dialog shows, and waits until it is copied. */
export async function copy(dialog: Locator, what: "key" | "link" | "secret"): Promise<void> {
  await dialog.getByRole("button", { name: `Copy ${what}` }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).not.toHaveCount(0);
}

export function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Chooses an action from the menu of the row of `of`. */
export async function act(page: Page, of: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${of}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** The table row of a key. */
export function rowOf(page: Page, text: string) {
  return page.getByRole("row").filter({ hasText: text });
}

/** Whether the browser would close or reload the page without asking. */
export function mayLeave(page: Page): Promise<boolean> {
  return page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true })));
}
