import { expect } from "playwright/test";
import { signIn } from "./people";
import { act, rowOf, test } from "./test";

const CHANGED = "Someone changed this after you opened it.";

test("a change of somebody else is shown, not overwritten, and one's own is kept", async ({
  page,
  people,
}) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Store" });
  await signIn(page, team.owner, `/api-keys/${key.id}`);
  await page.getByRole("button", { name: "Rename" }).click();
  const dialog = page.getByRole("dialog");
  const name = dialog.getByLabel("Name");
  const rename = dialog.getByRole("button", { name: "Rename key" });
  await name.fill("Mine");

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: "Rename" }).click();
  await other.getByRole("dialog").getByLabel("Name").fill("Theirs");
  await other.getByRole("button", { name: "Rename key" }).click();
  await expect(other.getByRole("heading", { name: "Theirs", level: 1 })).toBeVisible();
  await other.close();

  await rename.click();
  await expect(dialog.getByRole("alert")).toContainText(CHANGED);
  await expect(name).toHaveValue("Theirs");
  await expect(rename).toBeDisabled();
  await expect(page.locator("h1")).toHaveText(/Theirs/);
  await expect(dialog.getByRole("button", { name: "Restore my changes" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(name).toHaveValue("Mine");
  await expect(dialog.getByRole("alert")).toContainText("Saving replaces the current values.");
  await rename.click();
  await expect(page.getByRole("heading", { name: "Mine", level: 1 })).toBeVisible();
});

test("an expiration that somebody else has set is shown, and one's own can be restored @rare", async ({
  page,
  people,
}) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Store" });
  await signIn(page, team.owner, `/api-keys/${key.id}`);
  const edit = page.getByRole("button", { name: "Edit expiration" });
  await edit.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Expiration", { exact: true }).selectOption("Custom date…");
  await dialog.getByLabel("Expiration date").fill("2099-05-05");

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: "Edit expiration" }).click();
  await other.getByLabel("Expiration", { exact: true }).selectOption("In 30 days");
  await other.getByRole("button", { name: "Save expiration" }).click();
  await expect(other.getByRole("dialog")).toBeHidden();
  await other.close();

  await dialog.getByRole("button", { name: "Save expiration" }).click();
  await expect(dialog.getByRole("alert")).toContainText(CHANGED);
  await expect(dialog.getByText(/Currently expires/)).toBeVisible();
  await expect(dialog.getByLabel("Expiration date")).not.toHaveValue("2099-05-05");
  await dialog.getByRole("button", { name: "Restore my changes" }).click();
  await expect(dialog.getByLabel("Expiration date")).toHaveValue("2099-05-05");
  await dialog.getByRole("button", { name: "Save expiration" }).click();
  await expect(dialog).toBeHidden();
});

test("after an action that comes too late, the list is read again", async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Gone" });
  await signIn(page, team.owner);
  await act(page, "Gone", "Rotate");
  const dialog = page.getByRole("dialog");
  await people.revoke(key.id);
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Only active keys can be rotated.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  // The list has the active keys.
  await expect(rowOf(page, "Gone")).toHaveCount(0);
});

test("addresses that were confirmed are confirmed again after a change of somebody else @rare", async ({
  page,
  people,
}) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Store", allowedNetworks: ["192.0.2.0/24"] });
  await signIn(page, team.owner, `/api-keys/${key.id}`);
  const edit = page.getByRole("button", { name: "Edit IP addresses" });
  await edit.click();
  const dialog = page.getByRole("dialog");
  const add = dialog.getByRole("button", { name: "Add addresses" });
  await dialog.getByRole("textbox").fill("192.0.2.0/24\n198.51.100.0/24");
  await dialog.getByRole("checkbox").check();

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: "Edit IP addresses" }).click();
  await other.getByRole("dialog").getByRole("textbox").fill("192.0.2.7");
  await other.getByRole("button", { name: "Save addresses" }).click();
  await expect(other.getByRole("dialog")).toBeHidden();
  await other.close();

  await add.click();
  await expect(dialog.getByRole("alert")).toContainText(CHANGED);
  await dialog.getByRole("button", { name: "Restore my changes" }).click();
  await expect(dialog.getByRole("checkbox")).not.toBeChecked();
  await expect(add).toBeDisabled();
});
