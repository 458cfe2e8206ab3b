import { expect } from "playwright/test";
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

test("numbers and dates are English in every browser @rare", async ({ people, openElsewhere }) => {
  const team = await people.team();
  await people.issue(team, { label: "Till" });
  const page = await openElsewhere({ locale: "ar-EG" });
  await signIn(page, team.owner, `/partners/${team.code}/settings/audit-log`);
  const time = page.getByRole("table").getByRole("time").first();
  await expect(time).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M$/);
});
