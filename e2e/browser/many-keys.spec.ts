import { expect } from "playwright/test";
import { type People, signIn } from "./people";
import { test } from "./test";

/** A partner whose one active key is the oldest of 1,501 keys: about to expire, and rate limited. */
async function withManyKeys(people: People) {
  const team = await people.team();
  const soon = new Date(Date.now() + 3 * 86_400_000);
  const { key } = await people.issue(team, { label: "Oldest till", expiresAt: soon });
  await people.called(key, { status: 200, times: 16 });
  await people.called(key, { status: 429, errorCode: "rate_limited", times: 4 });
  await people.business.customer(team, { email: "one@example.com" });
  await people.addRevoked(team, 1_500);
  return { team, key };
}

test("the overview of 1,501 keys counts all and reports the oldest", async ({ page, people }) => {
  const { team, key } = await withManyKeys(people);
  await signIn(page, team.owner, "/overview");
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention).toContainText("Oldest till is being rate limited");
  await expect(attention).toContainText("Oldest till expires soon");
  await expect(page.getByRole("list", { name: "The last 24 hours" })).toContainText(
    "of 1,501 total",
  );
  const byKey = page.getByRole("region", { name: "Requests by key" });
  await expect(byKey).toContainText("Oldest till");
  await expect(byKey).not.toContainText(key.id);
});
