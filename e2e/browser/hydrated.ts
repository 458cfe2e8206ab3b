import type { BrowserContext, Page } from "playwright/test";

/**
 * Has every page that is loaded take no click until React has taken over all that can be pressed: a
 * click before that is lost, nobody is as quick as a test, and Playwright waits for what takes none.
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

/** Waits until a page that is loaded anew takes clicks, and keys with them. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.adoptedStyleSheets.length === 0);
}
