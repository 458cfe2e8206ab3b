import { expect } from "playwright/test";
import { type People, signIn, type Team } from "./people";
import { test } from "./test";

const HOUR_MS = 3_600_000;

/** A team with a key that was used three times in the last hour. */
async function called(people: People): Promise<Team> {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Shop" });
  await people.called(key, { status: 200, times: 3 });
  return team;
}

for (const [hours, off] of [
  [-9, "behind"],
  [9, "ahead"],
] as const) {
  test(`with a clock that is nine hours ${off}, times are right @rare`, async ({
    page,
    people,
  }) => {
    const team = await called(people);
    await people.invite(team, `new@${team.code}.example`);
    await page.addInitScript((aheadMs) => {
      const { timeOrigin } = performance;
      const RealDate = Date;
      class Shifted extends RealDate {
        constructor(...args: [number | string | Date] | []) {
          super(...((args.length === 0 ? [Shifted.now()] : args) as [number]));
        }
        static override now = () => RealDate.now() + aheadMs;
      }
      Object.assign(window, { Date: Shifted });
      Object.defineProperty(performance, "timeOrigin", { value: timeOrigin + aheadMs });
    }, hours * HOUR_MS);
    await signIn(page, team.owner, "/api-keys");
    const row = page.getByRole("row").filter({ hasText: "Shop" });
    await expect(row).toContainText("just now");

    await page.goto("/logs");
    await page.getByRole("combobox", { name: "Time" }).click();
    await page.getByRole("option", { name: "Last hour" }).click();
    await expect(page).toHaveURL(/range=1h/);
    await expect(page.locator("tbody").getByRole("row")).toHaveCount(3);
    await page.goto("/settings/team");
    await expect(page.getByText("Invited · expires in 7 days")).toBeVisible();
  });
}

test("after a laptop has slept, the last hour is that before now @rare", async ({
  page,
  people,
}) => {
  const team = await called(people);
  await page.clock.install();
  await signIn(page, team.owner, "/logs?range=1h");
  await expect(page.locator("tbody").getByRole("row")).toHaveCount(3);
  await page.clock.fastForward(72 * HOUR_MS);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText("No matching requests")).toBeVisible();
});
