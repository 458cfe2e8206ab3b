import type { Page } from "playwright/test";

/** Waits until React has taken over all that can be pressed: a click before that is lost. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main, button")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactProps")),
    ),
  );
}
