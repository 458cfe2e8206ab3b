import { expect, type Page } from "playwright/test";
import { coveredByButtons } from "./layout";
import { signIn } from "./people";
import { act, callApi, rowOf, test } from "./test";

const REASON = "The autumn sale doubles our traffic.";

async function ask(page: Page, label: string, wanted: string, reason = REASON): Promise<void> {
  await act(page, label, "Request increase");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New limit").fill(wanted);
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: "Send request" }).click();
}

test("an approved limit applies at the next request", async ({ page, openElsewhere, people }) => {
  const name = `More of It ${Date.now()}`;
  const team = await people.team(name);
  const { plaintext } = await people.issue(team, { label: "Store" });
  const developer = await people.member(team, "developer");
  expect((await callApi(plaintext)).headers.get("ratelimit-policy")).toBe(
    '"burst";q=50;w=10, "minute";q=300;w=60',
  );

  await signIn(page, developer);
  await ask(page, "Store", "1200", "The autumn sale\ndoubles our traffic.");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(rowOf(page, "Store")).toContainText("Requested 1,200/min");
  await page.getByRole("button", { name: "Actions for Store" }).click();
  await expect(page.getByRole("menuitem", { name: "Request increase" })).toHaveCount(0);

  const console = await openElsewhere();
  await signIn(console, await people.operator());
  await expect(console.getByRole("link", { name: /Limit requests \d+ pending/ })).toBeVisible();
  // The overview links to them too.
  const navigation = console.getByRole("navigation", { name: "Main" });
  await navigation.getByRole("link", { name: /Limit requests/ }).click();
  await expect(console.getByRole("heading", { name: "Limit requests" })).toBeVisible();
  const open = console.getByRole("table", { name: "Limit requests" });
  const row = rowOf(console, name);
  for (const text of [
    team.code,
    "1,200/min",
    "now 300/min, bursts of 50",
    REASON,
    `by ${developer.email}`,
  ]) {
    await expect(open.getByRole("row").filter({ hasText: name })).toContainText(text);
  }
  await rowOf(console, name)
    .getByRole("button", { name: /^Approve Store/ })
    .click();
  const dialog = console.getByRole("dialog");
  await expect(dialog.getByLabel("New limit")).toHaveValue("1,200");
  await expect(dialog.getByLabel("New limit")).toBeFocused();
  await expect(dialog.getByText("Peak requests per minute")).toBeVisible();
  expect(await console.evaluate(coveredByButtons), "the field is in view").toEqual([]);
  await dialog.getByLabel("New limit").fill("600");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(dialog).toBeHidden();
  expect((await callApi(plaintext)).headers.get("ratelimit-policy")).toBe(
    '"burst";q=100;w=10, "minute";q=600;w=60',
  );
  await expect(row).toContainText("Approved");
  await expect(row).toContainText("600/min, bursts of 100");

  await page.reload();
  await expect(rowOf(page, "Store")).toContainText("Approved: 600/min");
  await page.getByRole("button", { name: "Actions for Store" }).click();
  await expect(page.getByRole("menuitem", { name: "Request increase" })).toBeVisible();
});

test("a declined request tells the partner why @rare", async ({ page, openElsewhere, people }) => {
  const name = `Not This Time ${Date.now()}`;
  const team = await people.team(name);
  const { key } = await people.issue(team, { label: "Poller" });
  await people.used(key.id, { answered: 42, refused: 14 });
  await people.askForMore(key.id, 5_000, "We poll every second.");

  const console = await openElsewhere();
  await signIn(console, await people.operator(), "/operator/limit-requests");
  await expect(rowOf(console, name)).toContainText("peak 56/min");
  await expect(rowOf(console, name)).toContainText("25% rate limited");
  await rowOf(console, name)
    .getByRole("button", { name: /^Decline Poller/ })
    .click();
  const dialog = console.getByRole("dialog");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await expect(dialog.getByText("Enter a message.")).toBeVisible();
  await expect(dialog.getByLabel("Message to partner")).toBeFocused();
  await dialog.getByLabel("Message to partner").fill("Poll every ten seconds instead.");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await expect(dialog).toBeHidden();
  await console.setViewportSize({ width: 390, height: 844 });
  const texts = rowOf(console, name).getByRole("button", { name: /We poll every second/ });
  await expect(texts, "on a phone too").toContainText("Reply: Poll every ten seconds instead.");
  await texts.click();
  const whole = console.getByRole("dialog", { name: /^We poll every second/ });
  await expect(whole).toContainText("Declined: Poll every ten seconds instead.");
  await console.keyboard.press("Escape");
  await expect(texts).toBeFocused();

  await signIn(page, team.owner);
  const row = rowOf(page, "Poller");
  await expect(row).toContainText("300/min");
  await row.getByRole("button", { name: "Declined: Poll every ten seconds instead." }).click();
  const details = page.getByRole("dialog", { name: "Declined: Poll every" });
  await expect(details).toContainText("We poll every second.");
  await expect(details).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await ask(page, "Poller", "400");
  await expect(row).toContainText("Requested 400/min");
});

test("a request needs a reason and more than the current limit @rare", async ({ page, people }) => {
  const team = await people.team();
  await people.issue(team, { label: "Modest" });
  await signIn(page, team.owner);
  await act(page, "Modest", "Request increase");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("is limited to 300/min");
  await expect(dialog).toContainText("The key's usage over the last 7 days");
  await expect(dialog.getByLabel("New limit")).toBeFocused();
  for (const wanted of ["", "300", "1000001"]) {
    await dialog.getByLabel("New limit").fill(wanted);
    await dialog.getByRole("button", { name: "Send request" }).click();
    await expect(dialog.getByText("between 301 and 1,000,000")).toBeVisible();
    await expect(dialog.getByText("Enter a reason.")).toBeVisible();
  }
  await dialog.getByLabel("New limit").fill("600");
  for (let height = 360; height <= 460; height += 20) {
    await page.setViewportSize({ width: 390, height });
    await dialog.evaluate((element) => element.scrollTo(0, 0));
    await dialog.getByRole("button", { name: "Send request" }).click();
    await expect(dialog.getByLabel("Reason")).toBeFocused();
    expect(await page.evaluate(coveredByButtons), `${height} px high`).toEqual([]);
  }
  await page.reload();
  await expect(rowOf(page, "Modest")).not.toContainText("Requested");
});
