import { expect, type Page } from "playwright/test";
import { callProcedure } from "./call-procedure";
import { PARTNER_PAGES } from "./dashboard";
import { exported } from "./exported";
import { signIn, type Team } from "./people";
import { rowOf, test } from "./test";

const pageOf = (team: Team, path: string) => `/partners/${team.code}${path}`;

/** Buttons that would act in the partner's name. Terms and invites are the operators' own task too. */
const IN_ITS_NAME =
  /^(New (?!term|invite link)|Rotate|Rename|Request increase|Edit expiration|Save|Remove|Create)/;

test("an operator sees the partner's pages and can't act in its name", async ({ page, people }) => {
  const team = await people.team("Looked At");
  const { key } = await people.issue(team, { label: "Theirs" });
  await people.business.customer(team, { email: "ada@looked.example" });
  await signIn(page, await people.operator());
  await page.goto(pageOf(team, "/api-keys"));
  await expect(rowOf(page, "Theirs")).toBeVisible();
  for (const path of PARTNER_PAGES) {
    await page.goto(pageOf(team, path));
    await expect(page.getByRole("navigation", { name: "Main" })).toContainText(team.name);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("button", { name: IN_ITS_NAME }), path).toHaveCount(0);
    for (const menu of await main.getByRole("button", { name: /^Actions for/ }).all()) {
      await menu.click();
      await expect(page.getByRole("menuitem").first()).toBeVisible();
      await expect(page.getByRole("menuitem", { name: IN_ITS_NAME }), path).toHaveCount(0);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toHaveCount(0);
    }
  }
  await page.goto(pageOf(team, "/customers?new=true"));
  await expect(page.getByText("ada@looked.example")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const partner = team.code;
  const idempotencyKey = "a try of this test";
  for (const [path, input] of [
    ["keys.issue", { partner, label: "x", scopes: [], idempotencyKey }],
    ["keys.rotate", { partner, keyId: key.id, idempotencyKey }],
    ["customers.create", { partner, email: "new@looked.example" }],
    ["alerts.create", { partner, kind: "no_traffic", target: null, threshold: 24 }],
  ] as const) {
    const refused = { status: 403, code: "forbidden" };
    expect(await callProcedure(page, path, input), path).toEqual(refused);
  }
});

test("the visit is in the partner's audit log without the operator's name, and in the operators' with it @rare", async ({
  page,
  people,
  openElsewhere,
}) => {
  const team = await people.team(`Audited ${Date.now().toString(36)}`);
  const operator = await people.operator();
  await signIn(page, operator);
  await page.goto(pageOf(team, "/overview"));
  await page.getByRole("link", { name: "View audit log" }).click();
  await expect(rowOf(page, operator.email)).toContainText("viewed this account");

  const theirs = await openElsewhere();
  await signIn(theirs, team.owner);
  await theirs.goto(pageOf(team, "/settings/audit-log"));
  // Other tests may have opened this partner as an operator, too.
  await expect(theirs.getByText("viewed this account (read-only)").first()).toBeVisible();
  await expect(theirs.getByText(operator.email)).toHaveCount(0);
});

test("two tabs with two partners don't mix their data", async ({ page, context, people }) => {
  const [first, second] = [await people.team("First Seen"), await people.team("Second Seen")];
  await people.business.customer(first, { email: "first@seen.example" });
  await people.business.customer(second, { email: "second@seen.example" });
  await signIn(page, await people.operator());
  await page.goto(pageOf(first, "/overview"));
  const other = await context.newPage();
  await other.goto(pageOf(second, "/customers"));
  await expect(other.getByText("second@seen.example")).toBeVisible();
  await page.getByRole("link", { name: "Customers", exact: true }).click();
  await expect(page.getByText("first@seen.example")).toBeVisible();
  await expect(page.getByText("second@seen.example")).toHaveCount(0);
});

test("an operator's export has the data of the page's partner @rare", async ({ page, people }) => {
  const [team, other] = [await people.team("Exported"), await people.team("Not Exported")];
  await people.business.customer(team, { email: "mine@exported.example" });
  await people.business.customer(other, { email: "other@exported.example" });
  await signIn(page, await people.operator());
  await page.goto(pageOf(team, "/customers"));
  const text = JSON.stringify((await exported(page)).rows);
  expect(text).toContain("mine@exported.example");
  expect(text).not.toContain("other@exported.example");
});

/** The URL after all redirects. */
const landing = async (page: Page, path: string) => {
  await page.goto(path);
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

test("addresses without the partner redirect to the user's own and keep filters and IDs @rare", async ({
  page,
  people,
  openElsewhere,
}) => {
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
