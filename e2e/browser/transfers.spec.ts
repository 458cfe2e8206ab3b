import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "playwright/test";
import { signIn } from "./people";
import { test } from "./test";

const due = (page: Page) => page.getByRole("table", { name: "Due" });
const all = (page: Page) => page.getByRole("table", { name: "All transfers" });
const rowOf = (table: Locator, text: string) => table.getByRole("row").filter({ hasText: text });
const selected = (page: Page) => page.getByRole("group", { name: "Selected rows" });

test("an operator pays what is due, and a partner sees what was paid and what came back", async ({
  page,
  people,
  openElsewhere,
}) => {
  const [team, out] = [await people.team("Paid Together"), await people.team("Taken Out")];
  await people.owe(team, 12_000);
  await people.owe(team, -500);
  await people.owe(out, 700);
  await signIn(page, await people.operator());
  await page.goto("/operator/transfers");
  await expect(rowOf(due(page), team.name)).toContainText("€115.00");
  await expect(due(page).getByLabel(`Select ${team.name}, EUR`)).toBeChecked();
  await due(page).getByLabel(`Select ${out.name}, EUR`).press("Space");
  await selected(page)
    .getByRole("button", { name: /^Create/ })
    .press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Can be paid now (EUR)");
  await dialog.getByRole("button", { name: "Create transfers" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(due(page), out.name)).toBeVisible();

  await page.goto(`/operator/transfers?partner=${team.partnerId}&status=pending`);
  await all(page).getByLabel("Select all").press("Space");
  await selected(page).getByRole("button", { name: "Download CSV" }).press("Enter");
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download CSV" }).press("Enter");
  const file = readFileSync(await (await downloading).path(), "utf8");
  expect(file).toContain("DE89370400440532013000,,DE,115.00,EUR,Statement ");
  await expect(dialog).toHaveCount(0);
  expect(await page.content()).not.toContain("0440532013");

  const mark = async (result: string, reference: string) => {
    await page.goto(`/operator/transfers?partner=${team.partnerId}`);
    await all(page).getByLabel("Select all").check();
    await selected(page).getByRole("button", { name: "Update status" }).click();
    await dialog.getByRole("radio", { name: result }).check();
    await dialog.getByRole("button", { name: /^Mark as/ }).click();
    await expect(dialog.getByText("Enter a reference.")).toBeVisible();
    await dialog.getByLabel("Reference").fill(reference);
    await dialog.getByRole("button", { name: /^Mark as/ }).click();
    await expect(dialog).toHaveCount(0);
    await expect(all(page)).toContainText(reference);
  };
  await mark("Paid", "RUN-1");

  const partner = await openElsewhere();
  await signIn(partner, team.owner, "/transfers");
  await partner.getByRole("button", { name: /^Statement/ }).click();
  const drawer = partner.getByRole("dialog");
  await expect(drawer).toContainText("DE89 •••• •••• 3000");
  await expect(drawer).toContainText("RUN-1");
  await mark("Failed or returned", "account closed");
  await partner.goto(`/partners/${team.code}/transfers`);
  await expect(partner.getByText("Included in the next transfer.")).toBeVisible();
  await expect(partner.getByText("€115.00").first()).toBeVisible();
});

test("a failed transfer leads from the overview to the payout details in two clicks", async ({
  page,
  people,
}) => {
  const team = await people.team("Came Back");
  await people.issue(team, { label: "Any" });
  await people.owe(team, 4_200);
  await people.transfer(team, "failed");
  await signIn(page, team.owner, "/overview");
  await page.getByRole("link", { name: "Transfer of €42.00 failed" }).click();
  await expect(page.getByRole("button", { name: /payout details/ }).first()).toBeVisible();
});
