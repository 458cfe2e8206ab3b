import { expect } from "playwright/test";
import { at } from "./dashboard";
import { type People, signIn } from "./people";
import { test } from "./test";

/** A partner whose one active key is the oldest of 1,501 keys: about to expire, and rate limited. */
async function withManyKeys(people: People) {
  const team = await people.team();
  const soon = new Date(Date.now() + 3 * 86_400_000);
  const { key } = await people.issue(team, { label: "Oldest till", expiresAt: soon });
  await people.notifiedOfExpiry(key);
  await people.called(key, { status: 200, times: 16 });
  await people.called(key, { status: 429, errorCode: "rate_limited", times: 4 });
  await people.business.customer(team, { email: "one@example.com" });
  await people.addRevoked(team, 1_500);
  return { team, key };
}

test("the palette finds the oldest of 1,501 keys @rare", async ({ page, people }) => {
  const { team, key } = await withManyKeys(people);
  await signIn(page, team.owner, "/customers");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  for (const text of ["oldest", key.id.slice(4), `${key.head}...${key.tail}`]) {
    await page.keyboard.press("Control+k");
    await palette.getByRole("textbox").fill(text);
    await palette.getByRole("button", { name: /Oldest till/ }).click();
    await expect(page).toHaveURL(at(`/api-keys/${key.id}`));
    await expect(palette).toBeHidden();
  }
  await page.keyboard.press("Control+k");
  await palette.getByRole("textbox").fill("revoked 7");
  await expect(palette.getByRole("button", { name: /^Revoked 7/ })).toHaveCount(5);
});

test("the log's filter finds the oldest of 1,501 keys @rare", async ({ page, people }) => {
  const { team, key } = await withManyKeys(people);
  await signIn(page, team.owner, "/logs");
  const field = page.getByRole("combobox", { name: "Key", exact: true });
  const name = `Oldest till …${key.tail}`;
  await field.click();
  await expect(page.getByRole("option")).toHaveCount(20);
  await field.fill("oldest");
  await page.getByRole("option", { name }).click();
  await expect(page).toHaveURL(at(`/logs?key=${key.id}`));
  await expect(page.locator("tbody").getByRole("row")).toHaveCount(20);
  await page.reload();
  await expect(field).toHaveValue(name);
  // With a key chosen, the newest ones are offered besides it.
  await field.click();
  await expect(page.getByRole("option", { name })).toBeVisible();
  await expect(page.getByRole("option")).toHaveCount(21);
  await field.fill("no such key");
  await expect(page.getByText("No results")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(at("/logs"));
  await expect(field).toHaveValue("");

  await page.goto("/logs?key=key_unknown");
  await expect(field).toHaveValue("key_unknown");
});

test("the overview counts 1,501 keys and reports the oldest @rare", async ({ page, people }) => {
  const { team, key } = await withManyKeys(people);
  await signIn(page, team.owner, "/overview");
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention).toContainText(
    /Oldest till was rate limited 4 times, last \d{1,2}:\d\d [AP]M/,
  );
  await expect(attention).toContainText("Oldest till expires soon");
  await expect(page.getByRole("list", { name: "The last 24 hours" })).toContainText(
    "of 1,501 total",
  );
  const byKey = page.getByRole("region", { name: "Requests by key" });
  await expect(byKey).toContainText("Oldest till");
  await expect(byKey).not.toContainText(key.id);
});
