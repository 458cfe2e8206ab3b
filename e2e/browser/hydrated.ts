import type { BrowserContext, Page } from "playwright/test";

/**
 * Disables clicks on every new page until React has hydrated all controls. Earlier clicks would be
 * lost; no user is as fast as a test, and Playwright waits until an element accepts clicks.
 */
export async function holdClicks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const hold = new CSSStyleSheet();
    hold.replaceSync("* { pointer-events: none !important }");
    document.adoptedStyleSheets.push(hold);
    const look = () => {
      const isReady =
        document.readyState !== "loading" &&
        [...document.querySelectorAll("main, button")].every((element) =>
          Object.keys(element).some((key) => key.startsWith("__reactProps")),
        );
      if (isReady)
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== hold);
      else setTimeout(look, 10);
    };
    look();
  });
}

/**
 * Leaves out the blur behind dialogs. Without a graphics card it takes half a second of CPU time for
 * each dialog, and no check sees it.
 */
export async function leaveOutBlur(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const plain = new CSSStyleSheet();
    plain.replaceSync("* { backdrop-filter: none !important }");
    document.adoptedStyleSheets.push(plain);
  });
}

const HYDRATION_MS = 120_000;

/**
 * Waits until a newly loaded page accepts clicks and key presses. Throws with what it is waiting
 * for.
 */
export async function hydrated(page: Page): Promise<void> {
  const isReady = () =>
    document.adoptedStyleSheets.every(
      ({ cssRules }) => !cssRules[0]?.cssText.includes("pointer-events"),
    );
  await page
    .waitForFunction(isReady, null, { timeout: HYDRATION_MS })
    .catch(async (cause: unknown) => {
      const state = await page.evaluate(stateOfHydration).catch(String);
      throw new Error(`${page.url()} is not hydrated: ${state}`, { cause });
    });
}

/** The document's state, the elements without React's properties, and the scripts that arrived. */
function stateOfHydration(): string {
  const isBare = (element: Element) =>
    !Object.keys(element).some((key) => key.startsWith("__reactProps"));
  const bare = [...document.querySelectorAll("main, button")].filter(isBare);
  const wanted = [...document.scripts].filter((script) => script.src && !script.noModule);
  const loaded = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
  const missing = wanted.map(({ src }) => src).filter((src) => !loaded.has(src));
  return JSON.stringify({
    readyState: document.readyState,
    bare: bare.map((element) => element.outerHTML.slice(0, 80)),
    missing,
  });
}
