import { expect } from "playwright/test";
import { at } from "./dashboard";
import { loseResponse } from "./held";
import { enterPassword, PASSWORD, signIn, signInByForm } from "./people";
import { test } from "./test";

test("an invite link leads to choosing a password and signs in @rare", async ({ page, people }) => {
  const team = await people.team();
  const { email, token } = await people.invite(team, `new@${team.code}.example`);
  await page.goto(`/welcome#${token}`);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(page.getByText("At least 12 characters.", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.getByLabel("Password", { exact: true }).fill("a much longer one");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(page).toHaveURL(at("/overview"));
  await expect(page.getByRole("button", { name: email })).toContainText("developer");
});

test("a link's token leaves the URL at once and isn't sent in one", async ({ page, people }) => {
  const team = await people.team();
  const { token } = await people.invite(team, `new@${team.code}.example`);
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  await page.goto(`/welcome#${token}`);
  await expect(page.getByLabel("Email")).toBeVisible();
  expect(page.url()).not.toContain(token);
  expect(await page.evaluate(() => JSON.stringify(window.history.state))).not.toContain(token);
  await page.getByLabel("Password", { exact: true }).fill("a much longer one");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(page).toHaveURL(at("/overview"));
  // Browsers don't send the fragment, although Playwright shows it in the document's URL.
  expect(urls.filter((url) => url.includes(token) && !url.includes("/welcome#"))).toEqual([]);
});

test("after a lost response, trying again signs in @rare", async ({ page, people }) => {
  const team = await people.team();
  const { email, token } = await people.invite(team, `new@${team.code}.example`);
  let attempts = 0;
  await page.route("**/api/trpc/session.redeemLink*", async (route) => {
    attempts++;
    if (attempts > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.goto(`/welcome#${token}`);
  await page.getByLabel("Password", { exact: true }).fill("a much longer one");
  const set = page.getByRole("button", { name: "Set password and sign in" });
  await set.click();
  await expect(page.getByText("Can't reach the server. Check")).toBeVisible();
  // Another password than the one that may be set.
  await page.getByLabel("Password", { exact: true }).fill("quite another one");
  await set.click();
  await expect(page.getByText("has already been used")).toBeVisible();
  await expect(page.getByRole("link", { name: "reset it" })).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("a much longer one");
  await set.click();
  await expect(page).toHaveURL(at("/overview"));
  await expect(page.getByRole("button", { name: email })).toContainText("developer");
});

test("a password whose change got no response is not a riddle @rare", async ({ page, people }) => {
  const { owner } = await people.team();
  await signIn(page, owner, "/account");
  await page.getByLabel("Current password").fill(owner.password);
  await page.getByLabel("New password").fill("an even longer one");
  await loseResponse(page, "session.changePassword");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(
    page.getByText("If the old one doesn't work, sign in with the new one"),
  ).toBeVisible();
  await enterPassword(page, { email: owner.email, password: "an even longer one" });
  await expect(page).toHaveURL("/account");
});

test("with another user signed in, a link leads to its own account's sign-in @rare", async ({
  page,
  people,
}) => {
  const team = await people.team();
  const member = await people.enrol(await people.member(team, "developer"));
  await signIn(page, team.owner, "/account");
  await page.goto(`/welcome#${(await people.reset(member)).token}`);
  await page.getByLabel("Password", { exact: true }).fill("an entirely new password");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await page.getByRole("link", { name: "Continue to sign in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("a used or invalid link is explained @rare", async ({ page, people }) => {
  const team = await people.team();
  const { token } = await people.invite(team, `new@${team.code}.example`);
  await page.goto(`/welcome#${token}`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(page).toHaveURL(at("/overview"));
  for (const address of [`/welcome#${token}`, "/welcome#made-up", "/welcome"]) {
    await page.goto("about:blank");
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "This link isn't valid" })).toBeVisible();
  }
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  await page.getByRole("link", { name: "reset it" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
});

test("changing the password ends all other sessions", async ({ page, openElsewhere, people }) => {
  const { owner } = await people.team();
  const other = await openElsewhere();
  await signIn(other, owner);
  await signIn(page, owner);
  await page.getByRole("button", { name: owner.email }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();

  const current = page.getByLabel("Current password");
  const submit = page.getByRole("button", { name: "Change password" });
  await current.fill("not this one");
  await page.getByLabel("New password").fill("an even longer one");
  await submit.click();
  await expect(page.getByText("Incorrect password.")).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill(owner.password);
  await submit.click();
  await expect(page.getByText("Password updated")).toBeVisible();
  await expect(current).toHaveValue("");

  await other.reload();
  await expect(other).toHaveURL(/\/sign-in/);
  await page.reload();
  await expect(page).toHaveURL("/account");
  await signInByForm(other, { email: owner.email, password: "an even longer one" });
});
