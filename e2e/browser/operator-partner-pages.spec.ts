import { expect, type Page } from "playwright/test";
import { PARTNER_PAGES } from "./dashboard";
import { signIn, type Team } from "./people";
import { rowOf, test } from "./test";

const pageOf = (team: Team, path: string) => `/partners/${team.code}${path}`;

/** Buttons that would act in the partner's name. Terms and invites are the operators' own task too. */
const IN_ITS_NAME =
  /^(New (?!term|invite link)|Add|Rotate|Rename|Request|Edit (expiration|scopes|IP|the)|Save|Remove|Create|Enable|Send|Resend)/;
/** A viewer has not even those that operators have. */
const ACTS =
  /^(New|Add|Edit|Rotate|Rename|Request|Revoke|Save|Remove|Create|Actions|Enable|Send|Resend|Invite|Cancel)/;

for (const [who, names, rare] of [
  ["an operator", IN_ITS_NAME, ""],
  ["a viewer", ACTS, " @rare"],
] as const) {
  test(`${who} sees the partner's pages and can't act in its name${rare}`, async ({
    page,
    people,
  }) => {
    const team = await people.team("Looked At");
    const { key } = await people.issue(team, { label: "Theirs" });
    const customer = await people.business.customer(team, { email: "ada@looked.example" });
    const endpoint = await people.webhooks.endpoint(team, { url: "https://looked.example/hook" });
    await people.webhooks.hold(endpoint);
    await people.business.product("Looked At");
    const isViewer = who === "a viewer";
    await signIn(
      page,
      isViewer ? await people.member(team, "viewer") : await people.operator(),
      pageOf(team, "/api-keys"),
    );
    await expect(rowOf(page, "Theirs")).toBeVisible();
    await expect(page.getByRole("checkbox")).toHaveCount(isViewer ? 0 : 2);
    const ofOne = [`/api-keys/${key.id}`, `/customers/${customer.id}`, `/webhooks/${endpoint.id}`];
    for (const path of [...PARTNER_PAGES, ...ofOne]) {
      await page.goto(pageOf(team, path));
      await expect(page.getByRole("navigation", { name: "Main" })).toContainText(team.name);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const main = page.getByRole("main");
      await expect(main.getByRole("button", { name: names }), path).toHaveCount(0);
      for (const menu of await main.getByRole("button", { name: /^Actions for/ }).all()) {
        await menu.click();
        await expect(page.getByRole("menuitem").first()).toBeVisible();
        await expect(page.getByRole("menuitem", { name: names }), path).toHaveCount(0);
        await page.keyboard.press("Escape");
        await expect(page.getByRole("menu")).toHaveCount(0);
      }
    }
    await page.goto(pageOf(team, "/customers?new=true"));
    await expect(page.getByText("ada@looked.example")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
}

test("operators see the errors of a partner, and only they who visited it @rare", async ({
  page,
  people,
  openElsewhere,
}) => {
  const team = await people.team(`Audited ${Date.now().toString(36)}`);
  const operator = await people.operator();
  const { key } = await people.issue(team, { label: "Erring" });
  await people.called(key, { status: 503 });
  await people.called(key, { status: 404 });
  // As in the list that the link opens, and in the figures, these aren't errors.
  await people.called(key, { status: 429, times: 8 });
  await signIn(page, operator, pageOf(team, "/overview"));
  const errors = page.getByRole("table", { name: "Recent errors" }).locator("tbody tr");
  await expect(errors).toHaveCount(2);
  await expect(errors.first()).toContainText("404");
  await page.getByRole("link", { name: "View audit log" }).click();
  await expect(rowOf(page, operator.email)).toContainText("viewed this account");

  const theirs = await openElsewhere();
  await signIn(theirs, team.owner, pageOf(team, "/settings/audit-log"));
  // Other tests may have opened this partner as an operator, too.
  await expect(theirs.getByText("viewed this account (read-only)").first()).toBeVisible();
  await expect(theirs.getByText(operator.email)).toHaveCount(0);
});

test("two tabs with two partners don't mix their data", async ({ page, context, people }) => {
  const [first, second] = [await people.team("First Seen"), await people.team("Second Seen")];
  await people.business.customer(first, { email: "first@seen.example" });
  await people.business.customer(second, { email: "second@seen.example" });
  await signIn(page, await people.operator(), pageOf(first, "/overview"));
  const other = await context.newPage();
  await other.goto(pageOf(second, "/customers"));
  await expect(other.getByText("second@seen.example")).toBeVisible();
  await page.getByRole("link", { name: "Customers", exact: true }).click();
  await expect(page.getByText("first@seen.example")).toBeVisible();
  await expect(page.getByText("second@seen.example")).toHaveCount(0);
});

/** The URL after all redirects. */
const landing = async (page: Page, path: string) => {
  await page.goto(path);
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

test("old URLs lead to the user's own partner @rare", async ({ page, people, openElsewhere }) => {
  const team = await people.team("Bookmarked");
  const { key } = await people.issue(team, { label: "Kept" });
  await signIn(page, team.owner);
  for (const path of [`/api-keys/${key.id}?range=7d`, "/logs?status=429", "/settings/team"]) {
    expect(await landing(page, path)).toBe(pageOf(team, path));
  }

  const operator = await openElsewhere();
  await signIn(operator, await people.operator());
  const byId = `/operator/partners/${team.partnerId}`;
  expect(await landing(operator, byId)).toBe(pageOf(team, "/overview"));
  expect(await landing(operator, "/customers")).toBe("/operator");
});
