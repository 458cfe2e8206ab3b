import { expect, type Page } from "playwright/test";
import { signIn } from "./people";
import { test } from "./test";

test("on a phone, the audit log isn't cut @rare", async ({ page, people }) => {
  const name = "A Partner With A Rather Long Name";
  const team = await people.team(name);
  await people.issue(team, { label: "A till in a shop with a name that takes a line of its own" });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await people.operator(), `/partners/${team.code}/settings/audit-log`);
  const sentence = page.getByRole("button", { name: /created the API key/ });
  await expect(sentence).toBeVisible();
  const isCut = await sentence.evaluate((button) =>
    [button, ...button.querySelectorAll("*"), ...[button.closest("th")]].some(
      (element) =>
        element !== null &&
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).overflow !== "visible",
    ),
  );
  expect(isCut).toBe(false);
  await expect(page.getByRole("banner")).toContainText(name);
});

/** As browsers translate a page: they replace each text, also a later one, where they may. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const replaceTexts = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const place = text.parentElement;
        if (!place?.translate || place.closest("font, script, style")) continue;
        const translated = document.createElement("font");
        translated.textContent = `«${text.data}»`;
        text.replaceWith(translated);
      }
    };
    replaceTexts();
    new MutationObserver(replaceTexts).observe(document.body, { childList: true, subtree: true });
  });
}

test("a browser's translation breaks no page of the dashboard @rare", async ({ page, people }) => {
  const team = await people.team();
  await people.issue(team, { label: "Till" });
  await signIn(page, team.owner);
  await translate(page);
  await page.getByRole("searchbox").fill("Nothing has this name");
  await expect(page.getByText("No matching keys")).toBeVisible();
  await expect(page.locator("font")).toHaveCount(0);
  // Pasted with what Word and chats put around a text of another direction.
  await page.getByRole("searchbox").fill("\u202atill\u202c\u200b");
  await expect(page.getByRole("row").filter({ hasText: "Till" })).toBeVisible();

  await page.goto("/docs");
  await translate(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("«API reference»");
});

test("numbers and dates are English in every browser @rare", async ({ people, openElsewhere }) => {
  const team = await people.team();
  await people.issue(team, { label: "Till" });
  const page = await openElsewhere({ locale: "ar-EG" });
  await signIn(page, team.owner, `/partners/${team.code}/settings/audit-log`);
  const time = page.getByRole("table").getByRole("time").first();
  await expect(time).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M$/);
});
