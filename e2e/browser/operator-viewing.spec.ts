import { expect, type Page } from "playwright/test";
import { callProcedure } from "./call-procedure";
import { DASHBOARD } from "./dashboard";
import { exported } from "./exported";
import { type People, signIn, type Team } from "./people";
import { rowOf, test } from "./test";

const banner = (page: Page, team: Team) =>
  page.getByRole("status").filter({ hasText: `You see what ${team.name} sees` });

/** Signs in as an operator who looks at the partner's pages. */
async function lookAt(page: Page, people: People, team: Team): Promise<void> {
  await signIn(page, await people.operator());
  await begin(page, team);
}

async function begin(page: Page, team: Team): Promise<void> {
  await page.goto(`/operator/partners/${team.partnerId}`);
  await page.getByRole("button", { name: "View as partner" }).click();
  await expect(banner(page, team)).toBeVisible();
}

/** Buttons that would write; those of filters, copies and the banner are none. */
const WRITES =
  /^(New |Rotate|Revoke|Rename|Request more|Edit|Save|Invite|Remove|Set |Suspend|Reactivate|Create|Actions for)/;

test("an operator sees what the partner sees, is told so on every page, and can change nothing", async ({
  page,
  people,
}) => {
  const team = await people.team("Looked At");
  const { key } = await people.issue(team, { label: "Theirs" });
  await people.business.customer(team, { email: "ada@looked.example" });
  await lookAt(page, people, team);
  await page.goto("/api-keys");
  await expect(rowOf(page, "Theirs")).toBeVisible();
  for (const path of DASHBOARD) {
    await page.goto(path);
    await expect(banner(page, team), path).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("button", { name: WRITES }), path).toHaveCount(0);
  }
  await page.goto("/customers?new=true");
  await expect(
    page.getByRole("cell", { name: /ada@looked/ }).or(page.getByText("ada@looked.example")),
  ).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const viewing = { "x-latchkey-viewing": team.partnerId };
  for (const [path, input] of [
    ["keys.issue", { label: "x", scopes: [] }],
    ["keys.rotate", { keyId: key.id }],
    ["keys.revoke", { keyId: key.id, after: "now" }],
    ["customers.create", { email: "new@looked.example" }],
    ["partners.suspend", { partnerId: team.partnerId, reason: "by hand" }],
    ["team.invite", { email: "new@looked.example", role: "owner" }],
  ] as const) {
    const refused = { status: 403, code: "forbidden" };
    expect(await callProcedure(page, path, input, viewing), path).toEqual(refused);
  }
});

test("it is in the partner's audit log and in the operators', who is not named to the partner", async ({
  page,
  people,
  openElsewhere,
}) => {
  const team = await people.team(`Audited ${Date.now().toString(36)}`);
  const operator = await people.operator();
  await signIn(page, operator);
  await begin(page, team);
  await page.getByRole("button", { name: "Back to the console" }).click();
  await expect(page.getByRole("heading", { name: "Partners" })).toBeVisible();
  await page.goto(`/operator/audit?partner=${team.partnerId}&action=partner.viewed`);
  await expect(rowOf(page, operator.email)).toContainText("viewed this account");

  const theirs = await openElsewhere();
  await signIn(theirs, team.owner);
  await theirs.goto("/settings/audit-log");
  await expect(theirs.getByText("viewed this account (read-only)")).toBeVisible();
  await expect(theirs.getByText(operator.email)).toHaveCount(0);
});

test("leaving leads to the console, and the back button not in again", async ({ page, people }) => {
  const team = await people.team("Left");
  await lookAt(page, people, team);
  await page.getByRole("link", { name: "Customers" }).click();
  await expect(page.getByRole("heading", { name: "Customers" })).toBeVisible();
  await page.getByRole("button", { name: "Back to the console" }).click();
  await expect(page.getByRole("heading", { name: "Partners" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Operators' console")).toBeVisible();
  await expect(banner(page, team)).toHaveCount(0);
  await page.goto("/api-keys");
  await expect(page).toHaveURL(/\/operator$/);
});

test("a second tab stays the console's; one that looks at another partner mixes nothing", async ({
  page,
  context,
  people,
}) => {
  const [first, second] = [await people.team("First Seen"), await people.team("Second Seen")];
  await people.business.customer(first, { email: "first@seen.example" });
  await people.business.customer(second, { email: "second@seen.example" });
  await lookAt(page, people, first);

  const other = await context.newPage();
  await other.goto("/operator");
  await expect(other.getByRole("heading", { name: "Partners" })).toBeVisible();
  await expect(banner(other, first)).toHaveCount(0);
  await begin(other, second);

  await page.getByRole("link", { name: "Customers" }).click();
  await expect(banner(page, second)).toBeVisible();
  await expect(page.getByText("second@seen.example")).toBeVisible();
  await expect(page.getByText("first@seen.example")).toHaveCount(0);

  await other.getByRole("button", { name: "Back to the console" }).click();
  await expect(other.getByRole("heading", { name: "Partners" })).toBeVisible();
  await page.getByRole("link", { name: "Prices" }).click();
  await expect(page).toHaveURL(/\/operator$/);
});

test("what is exported while looking on is the partner's", async ({ page, people }) => {
  const [team, other] = [await people.team("Exported"), await people.team("Not Exported")];
  await people.business.customer(team, { email: "mine@exported.example" });
  await people.business.customer(other, { email: "other@exported.example" });
  await lookAt(page, people, team);
  await page.getByRole("link", { name: "Customers" }).click();
  const text = JSON.stringify((await exported(page)).rows);
  expect(text).toContain("mine@exported.example");
  expect(text).not.toContain("other@exported.example");
});

test("nobody but an operator can look on", async ({ page, people }) => {
  const [mine, theirs] = [await people.team(), await people.team("Not Yours")];
  const { key } = await people.issue(theirs, { label: "Hidden" });
  await signIn(page, mine.owner);
  await page.context().addCookies([
    {
      name: "latchkey.viewing",
      value: `x ${theirs.partnerId}`,
      url: new URL(page.url()).origin,
    },
  ]);
  await page.goto("/api-keys");
  await expect(page.getByText("No keys yet")).toBeVisible();
  await expect(page.getByText("Hidden")).toHaveCount(0);
  const viewing = { "x-latchkey-viewing": theirs.partnerId };
  expect(await callProcedure(page, "keys.get", { keyId: key.id }, viewing)).toMatchObject({
    status: 404,
  });
});
