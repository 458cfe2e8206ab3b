import { expect, type Page } from "playwright/test";
import { deferred } from "../../server/testing/deferred";
import { PASSWORD, signIn } from "./people";
import { act, copy, mayLeave, test } from "./test";

function memberRow(page: Page, email: string) {
  return page.getByRole("table", { name: "Team" }).getByRole("row").filter({ hasText: email });
}

test("a user is invited, made an owner and removed", async ({ page, openElsewhere, people }) => {
  const team = await people.team();
  const email = `new@${team.code}.example`;
  await signIn(page, team.owner, "/settings/team");
  await page.getByRole("button", { name: "Invite member" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("no address");
  await dialog.getByRole("button", { name: "Create invite link" }).click();
  await expect(dialog.getByText("Must be an email address.")).toBeVisible();
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Viewer").check();
  await dialog.getByRole("button", { name: "Create invite link" }).click();
  const link = (await dialog.getByText(/\/welcome#/).textContent()) ?? "";
  await copy(dialog, "link");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(memberRow(page, email)).toContainText("Invited");
  await expect(page.getByText(/\/welcome#/), "it is shown once").toHaveCount(0);

  const other = await openElsewhere();
  await other.goto(link);
  await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await other.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(other.getByRole("navigation", { name: "Main" })).toBeVisible();
  await other.goto("/settings/team");
  await expect(memberRow(other, email)).toContainText("You");
  await expect(other.getByRole("main").getByRole("button")).toHaveCount(0);

  await page.reload();
  await act(page, email, "Change role");
  await dialog.getByLabel("Owner").check();
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(memberRow(page, email)).toContainText("owner");
  await other.reload();
  await expect(other.getByRole("button", { name: "Invite member" })).toBeVisible();

  await act(page, email, "Remove from team");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(memberRow(page, email)).toHaveCount(0);
  await other.reload();
  await expect(other).toHaveURL(/\/sign-in/);
});

test("Back reports a link that was not copied", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, team.owner, "/account");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Team", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const notice = page.getByRole("alert").filter({ hasText: "New link not copied" });
  const create = async (name: string) => {
    await page.getByRole("button", { name: "Invite member" }).click();
    await dialog.getByLabel("Email").fill(`${name}@${team.code}.example`);
    await dialog.getByRole("button", { name: "Create invite link" }).click();
    await expect(dialog.getByText(/\/welcome#/)).toBeVisible();
  };
  await create("copied");
  expect(await mayLeave(page), "a link that nobody has copied").toBe(false);
  await copy(dialog, "link");
  await expect.poll(() => mayLeave(page)).toBe(true);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await create("lost");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(notice).toHaveCount(1);
  await expect(notice).toContainText("create another one");
});

test("a revoked invite's link no longer works @rare", async ({ page, people }) => {
  const team = await people.team();
  const email = `late@${team.code}.example`;
  const { token } = await people.invite(team, email);
  await signIn(page, team.owner, "/settings/team");
  await act(page, email, "Revoke invite");
  await page.getByRole("button", { name: "Revoke invite" }).click();
  await expect(memberRow(page, email)).toHaveCount(0);
  await page.goto(`/welcome#${token}`);
  await expect(page.getByRole("heading", { name: "This link isn't valid" })).toBeVisible();
});

test("an owner helps a member who lost password and authenticator", async ({ page, people }) => {
  const team = await people.team();
  const member = await people.enrol(await people.member(team, "developer"));
  await signIn(page, team.owner, "/settings/team");
  await expect(memberRow(page, member.email)).toContainText("On");
  await act(page, member.email, "Disable two-factor authentication");
  await page.getByRole("button", { name: "Disable" }).click();
  await expect(memberRow(page, member.email)).toContainText("Off");
  await act(page, member.email, "Reset password");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create reset link" }).click();
  const link = (await dialog.getByText(/\/welcome#/).textContent()) ?? "";
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByLabel("Email")).toHaveValue(member.email);
});

test("a sensitive action asks for the password, then continues @rare", async ({ page, people }) => {
  const team = await people.team();
  const member = await people.member(team, "viewer");
  await signIn(page, team.owner, "/settings/team");
  await people.ageProofs(team.owner);
  await act(page, member.email, "Change role");
  const change = page.getByRole("dialog", { name: `Change role for ${member.email}` });
  await change.getByLabel("Owner").check();
  await page.clock.install();
  await change.getByRole("button", { name: "Change role" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(proof.getByLabel("Current password")).toBeFocused();
  await page.clock.runFor(60_000);
  await expect(page.getByText("This is taking longer than usual.")).toHaveCount(0);
  await proof.getByLabel("Current password").fill(PASSWORD);
  const { promise: held, resolve: release } = deferred();
  await page.route("**/session.reauthenticate**", async (route) => {
    await held;
    await route.abort();
  });
  await proof.getByRole("button", { name: "Confirm" }).click();
  await page.clock.runFor(60_000);
  await expect(page.getByText("This is taking longer than usual.")).toHaveCount(1);
  await expect(proof).toContainText("This is taking longer than usual.");
  release();
  await page.clock.resume();
  await expect(proof.getByRole("alert")).toHaveText(
    "Can't reach the server. Check your connection and try again.",
  );
  await page.unroute("**/session.reauthenticate**");
  await page.keyboard.press("Escape");
  await expect(proof).toHaveCount(0);
  await expect(change.getByRole("alert")).toHaveText("Confirm it's you to continue.");
  await expect(memberRow(page, member.email)).toContainText("viewer");

  await change.getByRole("button", { name: "Change role" }).click();
  await proof.getByLabel("Current password").fill("not this one");
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(proof.getByText("Incorrect password.")).toBeVisible();
  await proof.getByLabel("Current password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(memberRow(page, member.email)).toContainText("owner");
  await act(page, member.email, "Remove from team");
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(memberRow(page, member.email), "it is not asked for again").toHaveCount(0);
});

test("leaving the page gives up what was to be confirmed @rare", async ({ page, people }) => {
  const team = await people.team();
  const member = await people.member(team, "viewer");
  await signIn(page, team.owner, "/settings/terms");
  await page.getByRole("link", { name: "Team" }).click();
  await people.ageProofs(team.owner);
  await act(page, member.email, "Reset password");
  await page.getByRole("button", { name: "Create reset link" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(proof).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Terms" })).toBeVisible();
  await expect(proof).toHaveCount(0);
});

test("with a second factor, a code or the password confirms @rare", async ({ page, people }) => {
  const team = await people.team();
  const owner = await people.enrol(team.owner);
  const member = await people.member(team, "viewer");
  await signIn(page, owner, "/settings/team");
  await people.ageProofs(owner);
  await act(page, member.email, "Reset password");
  await page.getByRole("button", { name: "Create reset link" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(proof.getByLabel("Code", { exact: true })).toBeFocused();
  await proof.getByRole("button", { name: "Use your password" }).click();
  await proof.getByRole("button", { name: "Use a code" }).click();
  await proof.getByLabel("Code", { exact: true }).fill((await owner.secondFactor?.next()) ?? "");
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText(/\/welcome#/)).toBeVisible();
});

test("open links are listed with their creator and revoked @rare", async ({ page, people }) => {
  const team = await people.team();
  const email = `late@${team.code}.example`;
  const { token } = await people.invite(team, email);
  const member = await people.member(team, "developer");
  await signIn(page, team.owner, "/settings/team");
  await act(page, member.email, "Reset password");
  await page.getByRole("button", { name: "Create reset link" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  const links = page.getByRole("table", { name: "Active links" });
  await expect(links.getByRole("row", { name: email })).toContainText("The platform team");
  await expect(links.getByRole("row", { name: member.email })).toContainText(team.owner.email);
  await expect(links.getByRole("row", { name: member.email })).toContainText("Password reset");
  for (const address of [email, member.email]) {
    await act(page, `the link for ${address}`, "Revoke link");
    await page.getByRole("button", { name: "Revoke link" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await expect(links).toHaveCount(0);
  await expect(memberRow(page, email)).toContainText("no active link");
  await page.goto(`/welcome#${token}`);
  await expect(page.getByRole("heading", { name: "This link isn't valid" })).toBeVisible();
});
