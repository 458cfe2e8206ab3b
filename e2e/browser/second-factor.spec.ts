import { expect, type Page } from "playwright/test";
import { codeAt } from "../../server/testing/authenticator";
import { holdResponse, loseResponse } from "./held";
import { enterPassword, type Person, signIn } from "./people";
import { mayLeave, test } from "./test";

/** Completes the setup like a user with an app; returns the key and the recovery codes. */
async function setUp(page: Page, { password }: Person) {
  // Before the step appears, another field of the page may match.
  await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
  await page.getByLabel("Current password").last().fill("not this one");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Incorrect password.")).toBeVisible();
  await page.getByLabel("Current password").last().fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const shown = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const secret = (shown ?? "").replaceAll(" ", "");
  await expect(page.locator(`a[href^="otpauth:"][href*="${secret}"]`)).toHaveCount(1);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Enable" }).last().click();
  await expect(page.getByText("Invalid or already used code.")).toBeVisible();
  // Once the next time step begins, the code would be too old.
  await expect.poll(() => Date.now() % 30_000).toBeLessThan(25_000);
  // The code of the previous time step; the current one is left for signing in.
  await page.getByLabel("Code", { exact: true }).fill(codeAt(secret, Date.now() - 30_000));
  await page.getByRole("button", { name: "Enable" }).last().click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recoveryCodes = await codes.allTextContents();
  return { secret, recoveryCodes };
}

test("an owner sets up a second factor and signs in with each code", async ({ page, people }) => {
  const { owner } = await people.team();
  await signIn(page, owner, "/account");
  await page.getByRole("button", { name: "Enable" }).click();
  const { secret, recoveryCodes } = await setUp(page, owner);
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("Escape");
  await expect(dialog, "codes that nobody has kept are not lost by a slip").toBeVisible();
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect((await saving).suggestedFilename()).toBe("latchkey-recovery-codes.txt");
  await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
  expect(await mayLeave(page), "nor by closing the tab").toBe(false);
  await dialog.getByLabel("I've saved these codes").check();
  await expect.poll(() => mayLeave(page)).toBe(true);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("10 recovery codes left.")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/account");
  await enterPassword(page, owner);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  expect(
    (await page.context().cookies()).filter(({ name }) => name.includes("session-token")),
  ).toEqual([]);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.locator("form").getByRole("alert")).toHaveText("Invalid or already used code.");
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await page.keyboard.type(codeAt(secret, Date.now()));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page, "back where it began").toHaveURL("/account");
  await expect(page.getByText("10 recovery codes left.")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await enterPassword(page, owner);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCodes[0]?.toLowerCase() ?? "");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.goto("/account");
  await expect(page.getByText("9 recovery codes left.")).toBeVisible();
});

/** Fills in the dialog for new codes, on the account page. The API keys follow it in the history. */
async function openNewCodes(page: Page, owner: Person) {
  await page.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByText("No keys yet")).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "New recovery codes" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(owner.password);
  await dialog.getByLabel("Code", { exact: true }).fill((await owner.secondFactor?.next()) ?? "");
  return dialog;
}

test("new recovery codes are shown, whatever is pressed @rare", async ({ page, people }) => {
  const owner = await people.enrol((await people.team()).owner);
  await signIn(page, owner, "/account");
  const dialog = await openNewCodes(page, owner);
  const answers: (() => void)[] = [];
  await page.route("**/api/trpc/security.renewRecoveryCodes*", async (route) => {
    await new Promise<void>((answer) => answers.push(answer));
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Generate new codes" }).click();
  await expect.poll(() => answers.length).toBe(1);
  await page.keyboard.press("Escape");
  for (const answer of answers) answer();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);

  await page.goForward();
  await expect(page.getByText("No keys yet")).toBeVisible();
  const notice = page.getByRole("alert").filter({ hasText: "Recovery codes not saved" });
  await expect(notice).toContainText("Generate new ones on your account page.");
});

test("recovery codes that arrive after Back are reported @rare", async ({ page, people }) => {
  const owner = await people.enrol((await people.team()).owner);
  await signIn(page, owner, "/api-keys");
  await page.goto("/account");
  const dialog = await openNewCodes(page, owner);
  const { arrived, release } = await holdResponse(page, "security.renewRecoveryCodes");
  await dialog.getByRole("button", { name: "Generate new codes" }).click();
  await arrived;
  expect(await mayLeave(page), "the codes are on their way").toBe(false);
  await page.goForward();
  await expect(dialog).toBeHidden();
  release();
  await expect(page.getByText("Recovery codes not saved")).toBeVisible();

  await page.goto("/account");
  const unsaved = page.getByText("Your latest recovery codes were not shown");
  await expect(unsaved).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(unsaved).toBeHidden();
});

test("codes whose response was lost are replaced after the next sign-in @rare", async ({
  page,
  people,
}) => {
  const owner = await people.enrol((await people.team()).owner);
  await signIn(page, owner, "/api-keys");
  await page.goto("/account");
  await loseResponse(page, "security.renewRecoveryCodes");
  await (await openNewCodes(page, owner))
    .getByRole("button", { name: "Generate new codes" })
    .click();
  await expect(page).toHaveURL(/reason=two-factor-lost/);
  await signIn(page, owner, "/account");
  const unsaved = page.getByText("Your latest recovery codes were not shown");
  await expect(unsaved).toBeVisible();
  const dialog = await openNewCodes(page, owner);
  await dialog.getByRole("button", { name: "Generate new codes" }).click();
  await dialog.getByLabel("I've saved these codes").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(unsaved).toBeHidden();
});

test("turning off the second factor takes password and code @rare", async ({ page, people }) => {
  const owner = await people.enrol((await people.team()).owner);
  await signIn(page, owner, "/account");
  await page.getByRole("button", { name: "Disable" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(owner.password);
  await dialog.getByRole("button", { name: "Use a recovery code" }).click();
  await dialog.getByLabel("Recovery code").fill(owner.secondFactor?.recoveryCodes[0] ?? "");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("button", { name: "Enable" })).toBeVisible();
});

test("a new operator must set up two-factor authentication first", async ({ page, people }) => {
  const newcomer = await people.newcomer();
  await page.goto("/operator/limit-requests");
  await enterPassword(page, newcomer);
  await expect(
    page.getByRole("heading", { name: "Set up two-factor authentication" }),
  ).toBeVisible();
  for (const path of ["/operator", "/operator/limit-requests", "/account", "/"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/second-factor/);
  }
  const refused = await page.request.post("/api/trpc/partners.list", {
    headers: { origin: new URL(page.url()).origin },
    data: {},
  });
  expect(refused.status()).toBe(403);
  expect((await page.request.get("/api/export/payouts")).status()).toBe(403);

  // As in the link of every notification that is mailed.
  await page.goto("/account?from=mail#notifications");
  await setUp(page, newcomer);
  await page.getByLabel("I've saved these codes").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL("/account?from=mail#notifications");
  await page.goto("/second-factor");
  await expect(page, "nothing is left to set up").toHaveURL("/operator");
});
