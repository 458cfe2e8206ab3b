import { expect } from "playwright/test";
import { at } from "./dashboard";
import { signIn } from "./people";
import { act, callApi, rowOf, test } from "./test";

test("an owner sets the branding, and GET /me returns it immediately", async ({ page, people }) => {
  const team = await people.team();
  const { plaintext } = await people.issue(team, { label: "Reads" });
  await signIn(page, team.owner, "/settings");
  await expect(page).toHaveURL(at("/settings/profile"));
  await page.getByLabel("Logo").fill("http://acme.example/logo.svg");
  await page.getByLabel("Brand color").fill("#1f6feb");
  await page.getByRole("button", { name: "Save branding" }).click();
  await expect(page.getByText("Must be a URL like https://")).toBeVisible();
  await page.getByLabel("Logo").fill("https://acme.example/logo.svg");
  await expect(page.getByText("White text on this color: 4.6:1. Good contrast.")).toBeVisible();
  await page.getByLabel("Support email").fill("help@acme.example");
  await page.getByRole("button", { name: "Save branding" }).click();
  await expect(page.getByText("Branding saved")).toBeVisible();
  expect((await callApi(plaintext)).body.branding).toEqual({
    logo_url: "https://acme.example/logo.svg",
    colour: "#1f6feb",
    support_email: "help@acme.example",
  });
  await page.reload();
  await expect(page.getByRole("link", { name: "View logo" })).toHaveAttribute(
    "rel",
    "noopener noreferrer",
  );
});

test("other roles see the branding without buttons @rare", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, await people.member(team, "developer"), "/settings/profile");
  await expect(page.getByText("Only owners can edit branding.")).toBeVisible();
  await expect(page.getByLabel("Logo")).not.toBeEditable();
  await expect(page.getByRole("button", { name: "Save branding" })).toHaveCount(0);
});

test("operators have account settings only @rare", async ({ page, people }) => {
  await signIn(page, await people.operator(), "/settings");
  await expect(page).toHaveURL("/account");
  await expect(page.getByRole("navigation", { name: "Settings" })).toHaveCount(0);
  await page.goto("/payouts");
  await expect(page).toHaveURL("/operator");
});

test("an ended session is refused at its next request", async ({ page, openElsewhere, people }) => {
  const { owner } = await people.team();
  const other = await openElsewhere({
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0",
  });
  await signIn(other, owner);
  await signIn(page, owner, "/account");
  await expect(rowOf(page, "This device")).toContainText("Chrome");
  await act(page, "Firefox on Linux", "Sign out");
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(rowOf(page, "Firefox on Linux")).toHaveCount(0);
  await other.reload();
  await expect(other).toHaveURL(/\/sign-in/);

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL("/sign-in");
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("the audit log lists, filters and exports events @rare", async ({ page, people }) => {
  const team = await people.team();
  await people.issue(team, { label: "Till 4" });
  await signIn(page, await people.member(team, "viewer"), "/settings/audit-log");
  await expect(page.getByText("The platform team created the API key “Till 4”")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 900 });
  await page.reload();
  const tab = page.getByRole("link", { name: "Audit log" });
  await expect(tab, "scrolled to on a phone").toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  // IDs and the exact time are in a drawer, from which all events of the resource are listed.
  await page.getByRole("button", { name: /created the API key “Till 4”/ }).click();
  const details = page.getByRole("dialog", { name: "Event" });
  await expect(details).toContainText(/key_\w{26}/);
  await expect(details).toContainText(/\d\d:\d\d:\d\d UTC/);
  await details.getByRole("button", { name: "All events of this resource" }).click();
  await expect(page).toHaveURL(/subject=key_/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("combobox", { name: "Action" }).click();
  await page.getByRole("option", { name: "User signed in" }).click();
  await expect(page).toHaveURL(/action=user\.signed_in/);
  await expect(page.getByText("created the API key")).toHaveCount(0);
  await expect(page.getByRole("row").nth(1)).toContainText("signed in");
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await saving).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByText("created the API key “Till 4”")).toBeVisible();
});
