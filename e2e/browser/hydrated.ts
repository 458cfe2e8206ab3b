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
      if (isReady) document.adoptedStyleSheets = [];
      else setTimeout(look, 10);
    };
    look();
  });
}

/** Waits until a newly loaded page accepts clicks and key presses. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.adoptedStyleSheets.length === 0);
}
