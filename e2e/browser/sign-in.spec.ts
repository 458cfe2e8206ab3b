import { expect } from "playwright/test";
import { stage } from "../support/stage";
import { at } from "./dashboard";
import { enterPassword, PASSWORD, signIn, signInByForm } from "./people";
import { act, test } from "./test";

test("a partner's owner signs in and sees the overview", async ({ page, people }) => {
  const team = await people.team("Signing In Ltd");
  await signInByForm(page, team.owner);
  await expect(page).toHaveURL(at("/overview"));
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toContainText("Signing In Ltd");
  await page.goto("/operator");
  await expect(page).toHaveURL(at("/overview"));
  await page.goto(page.url().replace("/overview", ""));
  await expect(page).toHaveURL(at("/overview"));
});

test("an operator signs in and sees the partners", async ({ page, people }) => {
  await signInByForm(page, await people.operator());
  await expect(page).toHaveURL("/operator");
  await page.goto("/api-keys");
  await expect(page).toHaveURL("/operator");
});

test("an unknown email and a wrong password show the same error", async ({ page, people }) => {
  const { owner } = await people.team();
  const answers: string[] = [];
  for (const email of [owner.email, `nobody-${owner.email}`]) {
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    answers.push((await page.locator("form").getByRole("alert").textContent()) ?? "");
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  }
  expect(answers[0]).toBe("Incorrect email or password.");
  expect(answers[1]).toBe(answers[0]);
});

test("the page of another origin links to NEXTAUTH_URL @rare", async ({ page }) => {
  const { origin, port } = new URL(stage().url);
  const elsewhere = `http://localhost:${port}`;
  await page.goto(`${elsewhere}/sign-in`);
  const message = page.getByText(
    `You opened ${elsewhere}, but this server's address (NEXTAUTH_URL) is ${origin}.`,
  );
  await expect(message).toBeVisible();
  await page.getByRole("link", { name: "Go to 127.0.0.1" }).click();
  await expect(page).toHaveURL(`${origin}/sign-in`);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
});

test("after too many failures, the page counts down the wait @rare", async ({ page, people }) => {
  const { owner } = await people.team();
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  const waiting = page.getByText(/Try again in \d+ s\./);
  const submit = page.getByRole("button", { name: "Sign in" });
  await expect(async () => {
    if (await submit.isVisible()) await submit.click({ timeout: 1_000 });
    await expect(waiting).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  const secondsLeft = async () => Number(/\d+/.exec((await waiting.textContent()) ?? "")?.[0]);
  const before = await secondsLeft();
  await expect(page.getByRole("button", { name: /^Try again in \d+ s/ })).toBeDisabled();
  await expect.poll(secondsLeft).toBeLessThan(before);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expect(submit).toBeEnabled({ timeout: 20_000 });
  await expect(page.getByRole("status").getByText("You can try again now.")).toBeVisible();
  await submit.click();
  await expect(page).toHaveURL(at("/overview"));
});

test("sign-in does not redirect to another site", async ({ page, people }) => {
  const path = `/sign-in?callbackUrl=${encodeURIComponent("//evil.example/x")}`;
  await signInByForm(page, (await people.team()).owner, path);
  await expect(page).toHaveURL(at("/overview"));
  await page.goto(path);
  await expect(page, "signed in already").toHaveURL(at("/overview"));
});

test("sign-in redirects to the page requested before", async ({ page, people }) => {
  const { owner } = await people.team();
  // As in the link of every notification that is mailed.
  await signInByForm(page, owner, "/account?from=mail#notifications");
  await expect(page).toHaveURL("/account?from=mail#notifications");
});

test("an expired session leads to sign-in and back to the same page", async ({ page, people }) => {
  const team = await people.team();
  await people.issue(team, { label: "Still here" });
  await signIn(page, team.owner, "/api-keys?show=all");
  await expect(page.getByText("Still here")).toBeVisible();
  await act(page, "Still here", "Revoke");
  const revoke = page.getByRole("button", { name: "Revoke now" });
  await expect(revoke).toBeVisible();
  // Any other request of the page would find the ended session before the click.
  await page.waitForLoadState("networkidle");
  await people.endSessions(team.owner);

  await revoke.click();
  await expect(page.getByText("Your session expired")).toBeVisible();
  await page.getByLabel("Email").fill(team.owner.email);
  await page.getByLabel("Password", { exact: true }).fill(team.owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(at("/api-keys?show=all"));
  await expect(page.getByRole("row").filter({ hasText: "Still here" })).toContainText("Active");
});

for (const isSame of [true, false]) {
  const whom = isSame ? "is there for the same person" : "is not shown to another person";
  test(`when a session expired, what was typed ${whom} @rare`, async ({ page, people }) => {
    const team = await people.team();
    const { owner } = team;
    const next = isSame ? owner : await people.member(team, "owner");
    await signIn(page, owner, "/customers");
    await page.getByRole("button", { name: "New customer" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New customer" });
    const email = dialog.getByLabel("Email");
    await email.fill("typed@example.com");
    await people.endSessions(owner);
    await dialog.getByRole("button", { name: "Create customer" }).click();
    await expect(page.getByText("Your session expired")).toBeVisible();
    await enterPassword(page, next);
    if (isSame) {
      await expect(email).toHaveValue("typed@example.com");
      await dialog.getByRole("button", { name: "Create customer" }).click();
      await expect(page.getByRole("heading", { name: "typed@example.com" })).toBeVisible();
    } else {
      // The address names the dialog.
      await expect(email).toHaveValue("");
      const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
      expect(stored).not.toContain("typed@");
    }
  });
}

test("other tabs follow a sign-in as somebody else and a sign-out", async ({
  page,
  context,
  people,
}) => {
  const [one, two] = [await people.team(), await people.team()];
  await signIn(page, one.owner, "/customers?new=true");
  await page.getByRole("dialog").getByLabel("Email").fill("typed@example.com");
  const other = await context.newPage();
  await signIn(other, two.owner, "/account");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: one.owner.email })).toHaveCount(0);
  await expect(page.getByRole("button", { name: two.owner.email })).toBeVisible();
  const told = page.getByText("Anything you hadn't saved in this tab was discarded.");
  await expect(told).toBeVisible();

  await page.goto("/customers?new=true");
  await expect(told).toHaveCount(0);
  await page.getByRole("dialog").getByLabel("Email").fill("typed@example.com");
  await other.getByRole("button", { name: two.owner.email }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(other).toHaveURL("/sign-in");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=.*customers/);
  await expect(page.getByText("Anything you hadn't saved in this one")).toBeVisible();
});

test("other tabs follow when one signs out everywhere @rare", async ({ page, context, people }) => {
  const { owner } = await people.team();
  await signIn(page, owner, "/customers");
  const other = await context.newPage();
  await other.goto("/account");
  const end = { name: "Sign out everywhere" };
  await other.getByRole("button", end).click();
  await other.getByRole("dialog").getByRole("button", end).click();
  await expect(other).toHaveURL("/sign-in");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=.*customers/);
});

test("what one user typed isn't sent as the next one", async ({ page, context, people }) => {
  const team = await people.team();
  const next = await people.member(team, "owner");
  await signIn(page, team.owner, "/customers?new=true");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("typed@example.com");
  await page.waitForLoadState("networkidle");
  // Another tab has signed in, and has not loaded its first page yet.
  const { name, value } = await next.session("another tab");
  await context.addCookies([{ name, value, url: stage().url, httpOnly: true, sameSite: "Lax" }]);
  await dialog.getByRole("button", { name: "Create customer" }).click();
  await expect(page.getByRole("button", { name: next.email })).toBeVisible();
  await page.goto("/customers");
  await expect(page.getByText("No customers")).toBeVisible();
});

test("signing out ends a session, also for its copy", async ({ page, context, people }) => {
  const { owner } = await people.team();
  await signInByForm(page, owner);
  const kept = await context.cookies();
  await page.getByRole("button", { name: owner.email }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  await context.addCookies(kept);
  await page.goto("/api-keys");
  await expect(page).toHaveURL("/sign-in?callbackUrl=%2Fapi-keys");
});

test("scripts and other sites get no session cookie @rare", async ({ page, context, people }) => {
  await signInByForm(page, (await people.team()).owner);
  const cookies = await context.cookies();
  const session = cookies.find(({ name }) => name.endsWith("session-token"));
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });
});

test("next-auth's built-in pages are never shown @rare", async ({ page }) => {
  for (const name of ["signin", "signout", "error?error=Configuration", "verify-request"]) {
    await page.goto(`/api/auth/${name}`);
    await expect(page).toHaveURL(/\/sign-in/);
  }
});
