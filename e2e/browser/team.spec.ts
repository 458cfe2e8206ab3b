import { expect, type Page } from "playwright/test";
import { PASSWORD, signIn } from "./people";
import { rowOf, test } from "./test";

async function act(page: Page, email: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("an owner invites someone by a link, who signs in and is then made an owner and removed", async ({
  page,
  openElsewhere,
  people,
}) => {
  const team = await people.team();
  const email = `new@${team.code}.example`;
  await signIn(page, team.owner, "/settings/team");
  await page.getByRole("button", { name: "Invite someone" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("no address");
  await dialog.getByRole("button", { name: "Make invite link" }).click();
  await expect(dialog.getByText("Must be an email address.")).toBeVisible();
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Viewer").check();
  await dialog.getByRole("button", { name: "Make invite link" }).click();
  const link = (await dialog.getByText(/\/welcome#/).textContent()) ?? "";
  await dialog.getByRole("button", { name: "Copy link" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(rowOf(page, email)).toContainText("Invited");
  await expect(page.getByText(/\/welcome#/), "it is shown once").toHaveCount(0);

  const other = await openElsewhere();
  await other.goto(link);
  await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await other.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(other.getByRole("navigation", { name: "Main" })).toBeVisible();
  await other.goto("/settings/team");
  await expect(rowOf(other, email)).toContainText("You");
  await expect(other.getByRole("main").getByRole("button")).toHaveCount(0);

  await page.reload();
  await act(page, email, "Change role");
  await dialog.getByLabel("Owner").check();
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(rowOf(page, email)).toContainText("owner");
  await other.reload();
  await expect(other.getByRole("button", { name: "Invite someone" })).toBeVisible();

  await act(page, email, "Remove from the team");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(rowOf(page, email)).toHaveCount(0);
  await other.reload();
  await expect(other).toHaveURL(/\/sign-in/);
});

test("an invite is withdrawn, and its link is dead", async ({ page, people }) => {
  const team = await people.team();
  const email = `late@${team.code}.example`;
  const { token } = await people.invite(team, email);
  await signIn(page, team.owner, "/settings/team");
  await act(page, email, "Withdraw the invite");
  await page.getByRole("button", { name: "Withdraw invite" }).click();
  await expect(rowOf(page, email)).toHaveCount(0);
  await page.goto(`/welcome#${token}`);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
});

test("an owner helps a member who lost the password and the second factor", async ({
  page,
  people,
}) => {
  const team = await people.team();
  const member = await people.enrol(await people.member(team, "developer"));
  await signIn(page, team.owner, "/settings/team");
  await expect(rowOf(page, member.email)).toContainText("On");
  await act(page, member.email, "Turn off second factor");
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(rowOf(page, member.email)).toContainText("Off");
  await act(page, member.email, "Make a reset link");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make reset link" }).click();
  const link = (await dialog.getByText(/\/welcome#/).textContent()) ?? "";
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByLabel("Email")).toHaveValue(member.email);
});
