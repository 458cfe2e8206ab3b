import { expect, type Page } from "playwright/test";
import { trade } from "./business-scenes";
import { at } from "./dashboard";
import { importWithBadLines } from "./operator-scenes";
import { type Person, signIn } from "./people";
import { callApi, test } from "./test";
import { callALot } from "./traffic-scenes";

/** The names in the first column. */
const names = (page: Page) => page.getByRole("rowheader").getByRole("link").allTextContents();

// It opens every list.
test.setTimeout(240_000);

const MAX_ROW_PX = 60;
const LONG = "A reason that goes on for as long as it may, and on. ".repeat(8);

/** The heights of all rows of all tables, without their heads. */
function heightsOf(page: Page): Promise<number[]> {
  return page
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
}

async function lowRows(page: Page, person: Person, paths: readonly string[]): Promise<void> {
  for (const [index, path] of paths.entries()) {
    await (index === 0 ? signIn(page, person, path) : page.goto(path));
    await expect(page.locator("tbody tr").first(), path).toBeVisible();
    for (const height of await heightsOf(page))
      expect(height, path).toBeLessThanOrEqual(MAX_ROW_PX);
  }
}

test(`rows of lists are at most ${MAX_ROW_PX} px high @rare`, async ({
  page,
  people,
  openElsewhere,
}) => {
  const team = await people.team("Tall Rows");
  const scopes = ["accounts:read", "accounts:write", "prices:read"] as const;
  const { key } = await people.issue(team, { label: "Long ".repeat(16), scopes: [...scopes] });
  await people.used(key.id, { answered: 1_420, refused: 180 });
  await people.decline((await people.askForMore(key.id, 1_000_000, LONG)).id, LONG.slice(0, 300));
  const old = await people.issue(team, { label: "Old" });
  await people.rotate(old.key.id);
  await people.askForMore(old.key.id, 900, LONG);
  await people.revoke((await people.issue(team, { label: "Gone" })).key.id);
  await people.invite(team, `guest@${team.code}.example`);
  await callALot(people, key);
  await trade(people, team);
  await importWithBadLines(people);
  await page.setViewportSize({ width: 1440, height: 900 });
  await lowRows(page, team.owner, [
    "/api-keys?show=all",
    "/logs",
    "/customers",
    "/prices",
    "/charges",
    "/payouts",
    "/settings/team",
    "/settings/audit-log",
    "/account",
    "/notifications",
  ]);

  const operator = await openElsewhere({ viewport: { width: 1440, height: 900 } });
  await lowRows(operator, await people.operator(), [
    "/operator/partners",
    "/operator/limit-requests",
    "/operator/payouts?month=2024-06",
    "/operator/imports",
    "/operator/audit",
    "/operator/operators",
  ]);
});

test("on a phone, 25 rows of the log are a short table @rare", async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "A till in a shop with a long name" });
  await people.called(key, { status: 200, route: "/accounts/{id}", times: 13 });
  await people.called(key, { status: 429, errorCode: "rate_limited", times: 12 });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, team.owner, "/logs");
  await expect(page.locator("tbody tr")).toHaveCount(25);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height, "height of the page").toBeLessThan(2_500);
  for (const row of await heightsOf(page)) expect(row).toBeLessThanOrEqual(70);

  // As the browser exposes it to assistive technology, which depends on the styles too.
  const { nodes } = await (await page.context().newCDPSession(page)).send(
    "Accessibility.getFullAXTree",
  );
  const roles = nodes.filter(({ ignored }) => !ignored).map(({ role }) => role?.value);
  const count = (role: string) => roles.filter((one) => one === role).length;
  expect(count("table")).toBe(1);
  expect(count("rowheader")).toBe(25);
  expect(count("columnheader")).toBeGreaterThanOrEqual(6);
  expect(count("cell")).toBeGreaterThanOrEqual(25 * 3);
});

test("on phones, a name has the room its status leaves @rare", async ({ page, people }) => {
  const team = await people.team();
  for (const name of ["Hanako Jorgensen 727", `Long ${"and longer ".repeat(6)}`]) {
    const email = `${name.slice(0, 4)}@example.com`;
    await people.business.customer(team, { email, name });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, team.owner, "/customers");
  const boxesOf = async (name: RegExp) => {
    const row = page.getByRole("row", { name });
    const texts = [row.getByRole("link", { name }), row.getByText("Active")];
    return Promise.all(texts.map(async (text) => (await text.boundingBox()) ?? Promise.reject()));
  };
  const [short] = await boxesOf(/^Hanako/);
  expect(short?.height, "one line").toBeLessThan(30);
  const [long, status] = await boxesOf(/^Long/);
  expect(long?.height, "several lines").toBeGreaterThan(30);
  expect(Math.abs((long?.y ?? 0) - (status?.y ?? 0)), "both begin in one line").toBeLessThan(6);
});

test("the log's filters are one row, and a button on phones @rare", async ({ page, people }) => {
  const team = await people.team();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, team.owner, "/logs?status=4xx&range=24h");
  const search = page.getByRole("search");
  const fields = search.getByRole("combobox");
  await expect(fields).toHaveCount(5);
  const tops = await Promise.all(
    [search.getByRole("searchbox"), ...(await fields.all())].map(
      async (field) => (await field.boundingBox())?.y,
    ),
  );
  expect(new Set(tops).size).toBe(1);
  await expect(search.getByRole("button", { name: /^Filters/ })).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(fields).toHaveCount(0);
  const button = search.getByRole("button", { name: "Filters (2)" });
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.click();
  await expect(fields).toHaveCount(5);
  await search.getByRole("button", { name: "Clear filters" }).click();
  await expect(search.getByRole("button", { name: "Filters", exact: true })).toBeVisible();
});

test("a column's header sorts the whole list, and the URL keeps it", async ({ page, people }) => {
  const team = await people.team();
  for (const label of ["beta", "Alpha", "gamma"]) await people.issue(team, { label });
  await signIn(page, team.owner);
  await expect.poll(() => names(page)).toEqual(["gamma", "Alpha", "beta"]);
  const header = page.getByRole("columnheader", { name: "Name" });
  await expect(header).not.toHaveAttribute("aria-sort");
  await header.getByRole("button").click();
  await expect.poll(() => names(page)).toEqual(["Alpha", "beta", "gamma"]);
  await expect(header).toHaveAttribute("aria-sort", "ascending");
  await header.getByRole("button").press("Enter");
  await expect.poll(() => names(page)).toEqual(["gamma", "beta", "Alpha"]);
  await expect(header).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(at("/api-keys?sort=-name"));
  await page.reload();
  expect(await names(page)).toEqual(["gamma", "beta", "Alpha"]);
});

test("chosen columns are remembered in the browser @rare", async ({ page, people }) => {
  const team = await people.team();
  await people.issue(team, { label: "Any" });
  await signIn(page, team.owner);
  const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
  await expect(header("Scopes")).toBeVisible();
  await expect(header("Created")).toHaveCount(0);
  await page.getByRole("button", { name: "Choose columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Scopes" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Created" }).click();
  for (const load of [async () => {}, () => page.reload()]) {
    await load();
    await expect(header("Created")).toBeVisible();
    await expect(header("Scopes")).toHaveCount(0);
  }
});

test("several keys are revoked together; a failed one is tried again", async ({ page, people }) => {
  const team = await people.team();
  const issued = [];
  for (const label of ["First", "Second", "Third"]) {
    issued.push(await people.issue(team, { label }));
  }
  await signIn(page, team.owner);
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.getByRole("checkbox", { name: "Select Third" }).uncheck();
  const bar = page.getByRole("group", { name: "Selected rows" });
  await expect(bar).toContainText("2 selected");
  await bar.getByRole("button", { name: "Revoke 2 keys" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke 2 keys" });
  await expect(dialog).toContainText("First");
  // The dialog is higher than the window.
  await page.setViewportSize({ width: 1280, height: 460 });
  // The connection breaks during the second of the two requests.
  const first = issued[0]?.key.id ?? "";
  const isRevoke = ({ pathname }: URL) => pathname.endsWith("/keys.revoke");
  await page.route(isRevoke, (route) =>
    route.request().postData()?.includes(first) ? route.abort() : route.continue(),
  );
  await dialog.getByRole("button", { name: "Revoke now" }).click();
  await expect(dialog.getByRole("alert")).toContainText("1 of 2 keys were revoked");
  await expect(dialog.getByRole("alert")).toContainText("First:");
  await expect(dialog.getByRole("alert")).toBeInViewport({ ratio: 1 });
  await page.unroute(isRevoke);
  await dialog.getByRole("button", { name: "Revoke now" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => names(page)).toEqual(["Third"]);
  await expect(bar).toBeHidden();
  const statuses = await Promise.all(
    issued.map(async ({ plaintext }) => (await callApi(plaintext)).status),
  );
  expect(statuses).toEqual([401, 401, 200]);
});
