import { readFileSync } from "node:fs";
import { expect, type Page } from "playwright/test";
import { signIn } from "./people";
import { test } from "./test";

async function openStatement(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Statement/ })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^View statement/ })
    .click();
  await expect(page.getByRole("article", { name: /^Statement/ })).toBeVisible();
}

async function download(page: Page, name: string): Promise<{ file: string; content: string }> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name }).click();
  const done = await downloading;
  return { file: done.suggestedFilename(), content: readFileSync(await done.path(), "latin1") };
}

test("a statement is opened, saved as PDF and CSV, and printed alone", async ({
  page,
  people,
  openElsewhere,
}) => {
  const team = await people.team("Stated");
  await people.owe(team, 12_345);
  await people.transfer(team, "paid");
  await signIn(page, team.owner, "/transfers");
  await openStatement(page);
  const sheet = page.getByRole("article", { name: /^Statement/ });
  await expect(sheet).toContainText("One hundred twenty-three euros and 45/100");
  await expect(sheet).toContainText("DE89 •••• •••• 3000");
  const pdf = await download(page, "Download PDF");
  expect(pdf.file).toMatch(/^statement-.*\d\.pdf$/);
  expect(pdf.content.slice(0, 5)).toBe("%PDF-");
  expect((await download(page, "Export CSV")).content).toContain(",123.45,EUR\r\n");
  await page.emulateMedia({ media: "print" });
  await expect(sheet).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Statement/ })).toBeHidden();
  await expect(page.getByRole("navigation").first()).toBeHidden();

  // Somewhere it is another day: a document has one date for everyone, as its PDF has.
  const facts = [];
  for (const timezoneId of ["Pacific/Kiritimati", "Etc/GMT+12"]) {
    const reader = await openElsewhere({ timezoneId });
    await signIn(reader, team.owner, new URL(page.url()).pathname);
    facts.push(await reader.getByRole("article").locator("dl").innerText());
  }
  expect(facts[0]).toContain("Issued on");
  expect(facts[1]).toBe(facts[0]);
});

test("a statement's amounts have no currency that breaks their lines @rare", async ({
  page,
  people,
}) => {
  const team = await people.team("Gulf");
  await people.owe(team, 1_234_567_890, "KWD");
  await people.transfer(team, "paid");
  await signIn(page, team.owner, "/transfers");
  await openStatement(page);
  const lines = page.getByRole("table", { name: "Lines" });
  await expect(lines).toContainText("Product (amounts in KWD)");
  const cells = lines.getByRole("row").last().getByRole("cell");
  await expect(cells.last()).toHaveText("1,234,567.890");
  await page.setViewportSize({ width: 390, height: 844 });
  const amount = cells.last().locator("span");
  const lineCount = await amount.evaluate((inline) => inline.getClientRects().length);
  expect(lineCount, "lines of the amount").toBe(1);
});

test("a partner's statements have its tax text @rare", async ({ page, people, openElsewhere }) => {
  const team = await people.team("Exempt");
  await signIn(page, await people.operator(), `/partners/${team.code}/overview`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Tax note").fill("Exempt under Art. 132.\nNo VAT.");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toHaveCount(0);
  await people.owe(team, 100);
  await people.transfer(team, "paid");
  const owner = await openElsewhere();
  await signIn(owner, team.owner, "/transfers");
  await openStatement(owner);
  await expect(owner.getByRole("article")).toContainText("Exempt under Art. 132.");
});

test("only new statements follow an owner's consent @rare", async ({ page, people }) => {
  const team = await people.team("Self Billed");
  await people.owe(team, 100);
  await people.transfer(team, "paid");
  await signIn(page, team.owner, "/settings/payout-details");
  const dialog = page.getByRole("dialog");
  const section = page.getByRole("region", { name: "Self-billing" });
  await section.getByRole("button", { name: "Consent to self-billing" }).click();
  await dialog.getByRole("button", { name: "Consent to self-billing" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(section).toContainText("consented on");
  await section.getByRole("button", { name: "Withdraw consent" }).click();
  await dialog.getByRole("button", { name: "Withdraw consent" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(section.getByRole("button", { name: "Consent to self-billing" })).toBeVisible();
  await page.goto("/transfers");
  await openStatement(page);
  await expect(page.getByRole("article")).not.toContainText("invoice");
});
