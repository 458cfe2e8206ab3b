import { expect } from "playwright/test";
import { exported } from "./exported";
import { signIn } from "./people";
import { act, callApi, rowOf, test } from "./test";

test("an import shows its progress and its rejected lines as a file", async ({ page, people }) => {
  const reasons = Array.from({ length: 30 }, (_, index) => `email: wrong ${index}`);
  const runId = await people.importCustomers(reasons, { isDone: false });
  await signIn(page, await people.operator(), "/operator/imports");
  await expect(rowOf(page, runId)).toContainText("Running");
  await people.finishImport(runId);
  await expect(rowOf(page, runId)).toContainText("Has errors");

  await rowOf(page, runId).getByRole("link").click();
  await expect(page.getByText("Showing 25 of 30")).toBeVisible();
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(rowOf(page, "email: wrong 29")).toBeVisible();
  const { name, rows } = await exported(page);
  expect(name).toMatch(/^import-rejections-/);
  expect(rows).toHaveLength(31);
  expect(rows[1]).toEqual(["2", "email: wrong 0"]);
});

test("the operators' audit log is filtered and exported @rare", async ({ page, people }) => {
  const team = await people.team(`Logged ${Date.now().toString(36)}`);
  await people.issue(team, { label: "Reported" });
  const operator = await people.operator();
  await signIn(page, operator, "/operator/audit");
  await page.getByRole("combobox", { name: "Partner" }).click();
  await page.getByRole("combobox", { name: "Partner" }).fill(team.name);
  await page.getByRole("option", { name: team.name }).click();
  // The previous rows stay until the filtered ones are loaded.
  const issued = rowOf(page, "created the API key “Reported”");
  await expect(issued).toHaveCount(1);
  await issued.getByRole("button").click();
  const details = page.getByRole("dialog", { name: "Event" });
  for (const text of ["key.issued", "Resource ID", " UTC", team.name]) {
    await expect(details).toContainText(text);
  }
  await expect(details.getByRole("link", { name: "Open key" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await page.getByRole("combobox", { name: "Action" }).click();
  await page.getByRole("option", { name: "Partner created" }).click();
  await expect(issued).toHaveCount(0);
  await expect(rowOf(page, "created this account")).toBeVisible();
  const { rows } = await exported(page);
  expect(rows.slice(1).map((cells) => cells[6])).toEqual(["partner.created"]);

  await page.goto(`/operator/audit?search=${operator.email}&when=1d`);
  await expect(rowOf(page, "signed in").first()).toContainText(operator.email);
  await expect(rowOf(page, "created this account")).toHaveCount(0);
});

test("the health page shows current figures and updates them", async ({ page, people }) => {
  const { plaintext } = await people.issue(await people.team(), { label: "Counted" });
  await signIn(page, await people.operator(), "/operator/health");
  await expect(page.getByText("All systems operational")).toBeVisible();
  const admitted = page
    .getByText("Allowed", { exact: true })
    .locator("xpath=following-sibling::dd[1]");
  const count = async () => Number((await admitted.textContent())?.replaceAll(",", ""));
  const before = await count();
  for (let call = 0; call < 3; call++) await callApi(plaintext);
  await expect.poll(count).toBeGreaterThanOrEqual(before + 3);
  await expect(page.getByText("Redis", { exact: true })).toBeVisible();
});

test("an operator is disabled, enabled and removed by another @rare", async ({ page, people }) => {
  const [self, other] = [await people.operator(), await people.operator()];
  await signIn(page, self, "/operator/operators");
  const row = rowOf(page, other.email);
  await expect(rowOf(page, self.email)).toContainText("You");
  await expect(page.getByRole("button", { name: `Actions for ${self.email}` })).toHaveCount(0);
  for (const [verb, status] of [
    ["Disable", "Disabled"],
    ["Enable", "Active"],
  ] as const) {
    await page.getByRole("button", { name: `Actions for ${other.email}` }).click();
    await page.getByRole("menuitem", { name: `${verb} operator` }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `${verb} operator` })
      .click();
    await expect(row).toContainText(status);
  }
  await page.getByRole("button", { name: `Actions for ${other.email}` }).click();
  await page.getByRole("menuitem", { name: "Remove operator" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove operator" }).click();
  await expect(row).toHaveCount(0);
});

test("operators are invited, or get a new link or second factor", async ({ page, people }) => {
  const other = await people.operator();
  const team = await people.team("Locked Out");
  const email = `late-${team.code}@latchkey.example`;
  await signIn(page, await people.operator(), "/operator/operators");
  await page.getByRole("button", { name: "Invite operator" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Create invite link" }).click();
  await expect(dialog.locator("code")).toContainText("/welcome#");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(rowOf(page, email)).toContainText("Invited");

  await act(page, other.email, "Reset password");
  await dialog.getByRole("button", { name: "Create reset link" }).click();
  await expect(dialog.locator("code")).toContainText("/welcome#");
  await dialog.getByRole("button", { name: "Done" }).click();
  await act(page, other.email, "Disable two-factor authentication");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(rowOf(page, other.email)).toContainText("Off");

  await page.goto(`/partners/${team.code}/settings/team`);
  await act(page, team.owner.email, "Reset password");
  await dialog.getByRole("button", { name: "Create reset link" }).click();
  await expect(dialog.locator("code")).toContainText("/welcome#");
});
