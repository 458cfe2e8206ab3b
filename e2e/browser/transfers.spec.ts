import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "playwright/test";
import { deferred } from "../../server/testing/deferred";
import { loseResponse } from "./held";
import { signIn } from "./people";
import { test } from "./test";

const due = (page: Page) => page.getByRole("table", { name: "Due" });
const all = (page: Page) => page.getByRole("table", { name: "All transfers" });
const rowOf = (table: Locator, text: string) => table.getByRole("row").filter({ hasText: text });
const selected = (page: Page) => page.getByRole("group", { name: "Selected rows" });

test("an operator pays what is due; a partner sees it", async ({ page, people, openElsewhere }) => {
  const [team, out] = [await people.team("Paid Together"), await people.team("Taken Out")];
  // Of a currency of its own: what other tests are owed is not paid.
  await people.owe(team, 12_000, "PLN");
  await people.owe(team, -500, "PLN");
  await people.owe(out, 700, "PLN");
  await signIn(page, await people.operator(), "/operator/transfers?due=PLN");
  await expect(rowOf(due(page), team.name)).toContainText("PLN 115.00");
  await expect(due(page).getByLabel(`Select ${team.name}, PLN`)).toBeChecked();
  await due(page).getByLabel(`Select ${out.name}, PLN`).press("Space");
  await selected(page)
    .getByRole("button", { name: /^Create/ })
    .press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Can be paid now (PLN)");
  await dialog.getByRole("button", { name: "Create transfers" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(due(page), out.name)).toBeVisible();

  await page.goto(`/operator/transfers?partner=${team.partnerId}&status=pending`);
  await all(page).getByLabel("Select all").press("Space");
  await selected(page).getByRole("button", { name: "Download bank file" }).press("Enter");
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download file" }).press("Enter");
  const file = readFileSync(await (await downloading).path(), "utf8");
  expect(file).toContain("DE89370400440532013000,,DE,115.00,PLN,Statement ");
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
  await expect(partner.getByText("PLN 115.00").first()).toBeVisible();
});

test("after a lost response, trying again pays nothing twice and says so @rare", async ({
  page,
  people,
}) => {
  const team = await people.team("Created Unheard");
  await people.owe(team, 3_100, "HUF");
  await signIn(page, await people.operator(), "/operator/transfers?due=HUF");
  await selected(page)
    .getByRole("button", { name: /^Create/ })
    .click();
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: "Create transfers" });
  await loseResponse(page, "transfers.create");
  await create.click();
  await expect(dialog.getByText("It may have done this already")).toBeVisible();
  await create.click();
  await expect(dialog.getByText("may have been created by your first attempt")).toBeVisible();
  await expect(dialog.getByText("No transfers were created")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.goto(`/operator/transfers?partner=${team.partnerId}`);
  await expect(rowOf(all(page), team.name)).toHaveCount(1);
});

test("a failed transfer leads to the payout details @rare", async ({ page, people }) => {
  const team = await people.team("Came Back");
  await people.issue(team, { label: "Any" });
  await people.owe(team, 4_200);
  await people.transfer(team, "failed");
  await signIn(page, team.owner, "/overview");
  await page.getByRole("link", { name: "Transfer of €42.00 failed" }).click();
  await expect(page.getByRole("button", { name: /payout details/ }).first()).toBeVisible();
});

test("the issuer's empty name is asked for by its label @rare", async ({ page, people }) => {
  await signIn(page, await people.operator());
  await page.goto("/operator/transfers");
  await page.getByRole("button", { name: /^(Add issuer|Statement issuer)$/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Legal name").fill("");
  await dialog.getByLabel("Address").fill("Elsewhere 1, Germany");
  await dialog.getByRole("button", { name: /^(Add issuer|Save changes)$/ }).click();
  await expect(dialog.getByLabel("Legal name")).toHaveAccessibleDescription("Enter a legal name.");
});

test("a long name is split evenly on a narrow screen @rare", async ({ page, people }) => {
  const team = await people.team("Seen From All Sides Again");
  await people.owe(team, 420_000, "CHF");
  await people.transfer(team, null);
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, await people.operator(), `/operator/transfers?partner=${team.partnerId}`);
  const lines = await all(page)
    .getByRole("link", { name: team.name })
    .evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return [...range.getClientRects()].map(({ width }) => width);
    });
  expect(lines).toHaveLength(2);
  expect(Math.min(...lines) / Math.max(...lines)).toBeGreaterThan(0.7);
});

test("an operator pays fifty partners in one run with five clicks", async ({ page, people }) => {
  const count = 50;
  await people.payees({ count, currency: "SEK", name: "Fifty" });
  const [held] = await people.payees({ count: 1, currency: "SEK", name: "Looked at first" });
  if (!held) throw new Error("a payee");
  await people.suspend(held);
  await signIn(
    page,
    await people.operator(),
    "/operator/transfers?due=SEK&currency=SEK&status=pending",
  );
  await expect(due(page).getByRole("row")).toHaveCount(count + 2);
  await expect(rowOf(due(page), held.name)).toContainText("Suspended");
  await expect(due(page).getByLabel(`Select ${held.name}, SEK`)).not.toBeChecked();
  // 50 times 10, and 0 to 49 more minor units.
  await expect(page.getByRole("list", { name: "Can be paid now" })).toContainText("SEK 512.25");
  await page.evaluate(() => {
    const clicks = window as unknown as { clicks: number };
    clicks.clicks = 0;
    addEventListener("click", () => clicks.clicks++, true);
  });

  await selected(page).getByRole("button", { name: "Create 50 transfers" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create transfers" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(all(page).getByRole("row")).toHaveCount(count + 1);
  await all(page).getByLabel("Select all").click();
  await selected(page).getByRole("button", { name: "Update status" }).click();
  await dialog.getByLabel("Reference").fill("RUN-50");
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("No matching transfers")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { clicks: number }).clicks)).toBe(5);

  await page.goto("/operator/transfers?due=SEK&currency=SEK&status=paid");
  await expect(all(page).getByRole("row")).toHaveCount(count + 1);
  await expect(all(page).getByText("RUN-50")).toHaveCount(count);
  await expect(due(page).getByRole("row")).toHaveCount(2);
});

function gate(): { open: () => void; passed: Promise<void> } {
  const { promise: passed, resolve: open } = deferred();
  return { open, passed };
}

test("a long run shows its progress and the changed amounts @rare", async ({ page, people }) => {
  const payees = await people.payees({ count: 27, currency: "NOK", name: "Long run" });
  await signIn(page, await people.operator());
  // The partners of the second request, which waits.
  let rest: typeof payees = [];
  let requests = 0;
  const [second, released] = [gate(), gate()];
  await page.route("**/api/trpc/transfers.create*", async (route) => {
    requests += 1;
    if (requests === 2) {
      const body = route.request().postData() ?? "";
      rest = payees.filter(({ partnerId }) => body.includes(partnerId));
      second.open();
      await released.passed;
    }
    await route.continue();
  });
  await page.goto("/operator/transfers?due=NOK&currency=NOK");
  await selected(page).getByRole("button", { name: "Create 27 transfers" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create transfers" }).click();
  await second.passed;
  const progress = dialog.getByRole("progressbar", { name: "25 of 27 transfers created" });
  await expect(progress).toBeVisible();
  expect(rest).toHaveLength(2);
  const [last] = rest;
  if (!last) throw new Error("a partner that waits");
  await people.oweMore({ partnerId: last.partnerId, amount: 1, currency: "NOK" });
  released.open();

  const changed = dialog.getByRole("alert");
  await expect(changed).toContainText("Some transfers were not created");
  await expect(changed.getByRole("listitem")).toHaveText([
    `${last.name}, NOK: The amount has changed`,
  ]);
  await expect(dialog.getByRole("button", { name: "Done" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  // The list shows the new amount, which can be paid.
  await expect(due(page).getByRole("row")).toHaveCount(2);
  await expect(rowOf(due(page), last.name)).toContainText("2NOK 10.");
  await selected(page).getByRole("button", { name: "Create 1 transfer" }).click();
  await dialog.getByRole("button", { name: "Create transfers" }).click();
  await expect(page.getByText(/^Nothing is due/)).toBeVisible();
  await expect(all(page).getByRole("row")).toHaveCount(28);
});
