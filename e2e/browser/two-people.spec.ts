import { expect, type Page } from "playwright/test";
import { type People, signIn } from "./people";
import { act, rowOf, test } from "./test";

const CHANGED = "Someone changed this after you opened it.";

/** Opens the page of a new key, and the dialog of one of its buttons. */
async function openKey(page: Page, people: People, button: string, allowedNetworks: string[] = []) {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Store", allowedNetworks });
  await signIn(page, team.owner, `/api-keys/${key.id}`);
  await page.getByRole("button", { name: button }).click();
  return page.getByRole("dialog");
}

/** Another tab opens the same dialog, and ends once it has saved. */
async function saveElsewhere(
  page: Page,
  { button, save, fill }: { button: string; save: string; fill: (other: Page) => Promise<unknown> },
) {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: button }).click();
  await fill(other);
  await other.getByRole("button", { name: save }).click();
  await expect(other.getByRole("dialog")).toBeHidden();
  await other.close();
}

test("somebody else's change is shown; one's own is kept", async ({ page, people }) => {
  const dialog = await openKey(page, people, "Rename");
  const name = dialog.getByLabel("Name");
  const rename = dialog.getByRole("button", { name: "Rename key" });
  await name.fill("Mine");

  await saveElsewhere(page, {
    button: "Rename",
    save: "Rename key",
    fill: async (other) => other.getByRole("dialog").getByLabel("Name").fill("Theirs"),
  });

  await rename.click();
  await expect(dialog.getByRole("alert")).toContainText(CHANGED);
  await expect(name).toHaveValue("Theirs");
  await expect(rename).toBeDisabled();
  await expect(page.locator("h1")).toHaveText(/Theirs/);
  await expect(dialog.getByRole("button", { name: "Restore my changes" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(name).toHaveValue("Mine");
  await expect(dialog.getByRole("alert")).toContainText("Saving replaces the current values.");
  // Each of the two has its own mistakes.
  await dialog.getByRole("button", { name: "Show current values" }).click();
  await name.fill("");
  await rename.click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await dialog.getByRole("button", { name: "Restore my changes" }).click();
  await expect(name).not.toHaveAttribute("aria-invalid", "true");
  await dialog.getByRole("button", { name: "Show current values" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await dialog.getByRole("button", { name: "Restore my changes" }).click();
  await rename.click();
  await expect(page.getByRole("heading", { name: "Mine", level: 1 })).toBeVisible();
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

test("addresses are confirmed again after another's change @rare", async ({ page, people }) => {
  const dialog = await openKey(page, people, "Edit IP addresses", ["192.0.2.0/24"]);
  const add = dialog.getByRole("button", { name: "Add addresses" });
  await dialog.getByRole("textbox").fill("192.0.2.0/24\n198.51.100.0/24");
  await dialog.getByRole("checkbox").check();

  await saveElsewhere(page, {
    button: "Edit IP addresses",
    save: "Save addresses",
    fill: async (other) => other.getByRole("dialog").getByRole("textbox").fill("192.0.2.7"),
  });

  await add.click();
  await expect(dialog.getByRole("alert")).toContainText(CHANGED);
  await dialog.getByRole("button", { name: "Restore my changes" }).click();
  await add.click();
  await expect(dialog.getByRole("checkbox")).toBeFocused();
  await expect(dialog.getByRole("checkbox")).not.toBeChecked();
});

test("a transfer that another marked needs a second click @rare", async ({ page, people }) => {
  const team = await people.team("Marked Twice");
  await people.owe(team, 4_200);
  const transferIds = await people.transfer(team, null);
  await signIn(page, await people.operator(), `/operator/transfers?partner=${team.partnerId}`);
  await page.getByRole("table", { name: "All transfers" }).getByLabel("Select all").check();
  await page.getByRole("button", { name: "Update status" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Failed or returned" }).check();
  await dialog.getByLabel("Reference").fill("account closed");
  // The dialog is higher than the window.
  await page.setViewportSize({ width: 1280, height: 460 });
  await people.mark(transferIds, "paid");

  const mark = dialog.getByRole("button", { name: "Mark as failed" });
  await mark.click();
  const refused = dialog.getByRole("alert");
  await expect(refused.getByRole("listitem")).toHaveText([/has become paid since you opened it/]);
  await expect(refused).toBeInViewport({ ratio: 1 });
  await expect(refused).toContainText("Marking again replaces the current status.");
  await mark.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("table", { name: "All transfers" })).toContainText("account closed");
});

test("payout details of another are only replaced on purpose @rare", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, team.owner, "/settings/payout-details");
  await page.getByRole("button", { name: "Add payout details" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Country of the account").selectOption("Germany");
  await dialog.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
  for (const label of ["Account holder", "Legal name", "Address"]) {
    await dialog.getByLabel(label).fill("Mine");
  }
  await people.payoutDetails(team);

  await dialog.getByRole("button", { name: "Add payout details" }).click();
  await expect(dialog.getByRole("alert")).toContainText(CHANGED);
  await expect(dialog.getByRole("note")).toContainText(
    /is pending, made by .*This one replaces it/,
  );
  await expect(dialog.getByLabel("Account holder")).not.toHaveValue("Mine");
  await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(0);
  await dialog.getByRole("button", { name: "Restore my changes" }).click();
  await expect(dialog.getByLabel("IBAN")).toHaveValue("DE89 3704 0044 0532 0130 00");
  await dialog.getByRole("button", { name: "Replace pending change" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("status").filter({ hasText: "Used for" })).toContainText("Mine");
});
