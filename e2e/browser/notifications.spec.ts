import { expect } from "playwright/test";
import { at } from "./dashboard";
import { signIn } from "./people";
import { test } from "./test";

test("the bell counts what is unread; its list marks it as read", async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Shop" });
  await people.issue(team, { label: "Till" });
  await signIn(page, team.owner, "/overview");
  const bell = page.getByRole("button", { name: /^Notifications/ });
  // People are notified a moment after the fact.
  await expect(async () => {
    await page.reload();
    await expect(bell).toHaveAccessibleName("Notifications, 2 unread", { timeout: 2_000 });
  }).toPass();
  await bell.click();
  const list = page.getByRole("dialog", { name: "Notifications" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await list.getByRole("link", { name: /API key Shop was created/ }).click();
  await expect(page).toHaveURL(at(`/api-keys/${key.id}`));
  await expect(list).toHaveCount(0);
  await expect(bell).toHaveAccessibleName("Notifications, 1 unread");

  await bell.click();
  await list.getByRole("button", { name: "Mark all as read" }).click();
  await expect(list.getByText("Unread:")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(bell).toBeFocused();
  await expect(bell).toHaveAccessibleName("Notifications");
});

test("the page filters, marks as read and says what is resolved", async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Shop" });
  const asked = await people.askForMore(key.id, 900, "More shops.");
  await people.decline(asked.id, "Not now.");
  await signIn(page, team.owner, "/overview");
  const rows = page.getByRole("table", { name: "Notifications" }).locator("tbody").getByRole("row");
  await expect(async () => {
    await page.goto("/notifications");
    await expect(rows).toHaveCount(2, { timeout: 2_000 });
  }).toPass();
  await expect(rows.first()).toContainText("Limit increase for Shop was declined");
  await rows
    .first()
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: "Mark as read" }).click();
  await expect(rows.first()).not.toContainText("Unread:");
  await page.goto("/notifications?which=unread");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("API key Shop was created");
  await page.goto("/notifications?group=keys");
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(2);
  // A category of operators' notifications: it is shown, because it hides all of them.
  await page.goto("/notifications?group=imports");
  await expect(page.getByRole("combobox", { name: "Category" })).toHaveValue("imports");
  await expect(page.getByText("No matching notifications")).toBeVisible();
});

test("a limit request is resolved for operators once decided @rare", async ({ page, people }) => {
  const operator = await people.operator();
  const team = await people.team("Asks For More");
  const { key } = await people.issue(team, { label: "Shop" });
  const asked = await people.askForMore(key.id, 900, "More shops.");
  await signIn(page, operator, "/operator");
  const row = page
    .getByRole("table", { name: "Notifications" })
    .getByRole("row")
    .filter({ hasText: "Asks For More requested a limit increase" })
    .first();
  const shows = (text: string) =>
    expect(async () => {
      await page.goto("/notifications");
      await expect(row).toContainText(text, { timeout: 2_000 });
    }).toPass();
  await shows("Needs attention");
  await people.decline(asked.id, "Not now.");
  await shows("Resolved");
});

test("without mail, nobody can choose emails @rare", async ({ page, people, openElsewhere }) => {
  await signIn(page, (await people.team()).owner, "/account");
  await expect(page.getByRole("heading", { name: "Password" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Email notifications" })).toHaveCount(0);

  const other = await openElsewhere();
  await signIn(other, await people.operator(), "/account");
  await expect(other.getByText("Email isn't configured")).toBeVisible();
});
