import { expect } from "playwright/test";
import { signIn } from "./people";
import { test } from "./test";

// The server formats in UTC. The browsers of all tests are in Kathmandu, so a page that differs
// fails in each of them.

test("charts turn from the server's time zone to the user's", async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Till" });
  await people.called(key, { status: 200, times: 3 });
  await people.called(key, { status: 429, errorCode: "rate_limited" });
  await signIn(page, team.owner, "/overview");
  const main = page.getByRole("main");
  await expect(main).toContainText(/\d:45 [AP]M/);
  await page.goto(`/api-keys/${key.id}`);
  await expect(main).toContainText(/\d:45 [AP]M/);
});

test("so does the operators' start page @rare", async ({ page, people }) => {
  await people.team();
  await signIn(page, await people.operator(), "/operator");
  await expect(page.getByRole("main")).toContainText(/\d:45 [AP]M/);
});
