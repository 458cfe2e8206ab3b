import { expect, type Page } from "playwright/test";
import { productLog } from "../support/stage";
import { holdResponse } from "./held";
import { PASSWORD, signIn } from "./people";
import { act, callApi, copy, mayLeave, revealed, rowOf, test, withoutScopes } from "./test";
import { heapOf, tracesOf } from "./traces";

const PARTNER_URL = /\/partners\/t-[0-9a-f]+\/overview$/;

async function openPartner(page: Page, name: string): Promise<void> {
  await page.goto(`/operator/partners?search=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
}

const unique = (name: string) => `${name} ${Date.now().toString(36)}`;

test("partners are found by name, code and status, kept in the URL", async ({ page, people }) => {
  const team = await people.team(unique("Findable"));
  const other = await people.team(unique("Suspended"));
  await people.suspend(other);
  await signIn(page, await people.operator(), "/operator/partners");
  await page.getByRole("searchbox").fill(team.code);
  await expect(page).toHaveURL(new RegExp(`search=${team.code}`));
  await expect(rowOf(page, team.name)).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.goto(`/operator/partners?status=suspended&search=${other.code}`);
  await expect(rowOf(page, other.name)).toContainText("Suspended");
  await page.goto(`/operator/partners?status=suspended&search=${team.code}`);
  await expect(page.getByText("No matching partners")).toBeVisible();
});

test("a new partner's secrets work and leave no trace", async ({ page, people, openElsewhere }) => {
  const name = unique("Brand New");
  await signIn(page, await people.operator(), "/operator/partners");
  await page.getByRole("button", { name: "New partner" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await expect(dialog.getByLabel("Code")).toHaveValue(/^brand-new-/);
  await dialog.getByLabel("Revenue share").fill("12.5");
  const code = await dialog.getByLabel("Code").inputValue();
  await dialog.getByLabel("Owner's email").fill(`owner@${code}.example`);
  await dialog.getByRole("switch").click();
  await dialog.getByRole("button", { name: "Create partner" }).click();
  await expect(dialog.getByText("Select scopes, or confirm")).toBeVisible();
  await withoutScopes(page);
  await dialog.getByRole("button", { name: "Create partner" }).click();

  const plaintext = await revealed(page);
  const link = (await dialog.locator("code").allTextContents())[0] ?? "";
  const token = link.split("#")[1] ?? "";
  expect(token.length).toBeGreaterThan(20);
  expect(await heapOf(page), "the search finds what is there").toContain(plaintext);
  expect((await callApi(plaintext)).body).toMatchObject({ code, name, revshare_pct: 12.5 });

  await page.keyboard.press("Escape");
  await expect(dialog.getByText("Close without copying?")).toBeVisible();
  await copy(dialog, "link");
  expect(await mayLeave(page), "a key that nobody has copied").toBe(false);
  await copy(dialog, "key");
  await expect.poll(() => mayLeave(page)).toBe(true);
  await expect(dialog.getByText("Close without copying?")).toBeHidden();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  const secrets = [plaintext, token];
  const inHeap = async () => {
    const heap = await heapOf(page);
    return secrets.filter((secret) => heap.includes(secret));
  };
  await expect.poll(inHeap).toEqual([]);
  for (const secret of secrets) {
    expect(await tracesOf(page)).not.toContain(secret);
    expect(productLog()).not.toContain(secret);
  }

  const owner = await openElsewhere();
  await owner.goto(link);
  await owner.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await owner.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(owner.getByRole("button", { name: `owner@${code}.example` })).toBeVisible();
});

test("New partner creates a key only if asked to @rare", async ({ page, people }) => {
  const name = unique("Without A Key");
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(page, await people.operator(), "/operator/partners?new=true");
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: "Create partner" });
  await expect(create).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole("switch")).not.toBeChecked();
  await dialog.getByRole("switch").click();
  await expect(dialog.getByRole("group", { name: "Scopes" })).toBeAttached();
  await expect(create).toBeInViewport({ ratio: 1 });
  await dialog.getByRole("switch").click();
  await dialog.getByLabel("Name").fill(name);
  await create.click();
  await dialog.getByRole("link", { name: `Open ${name}` }).click();
  await expect(page.getByText("0 of 50")).toBeVisible();
});

/** Fills in the dialog for a new partner with a first key. Back leads to the page before the list. */
async function fillNewPartner(page: Page, name: string) {
  await page.getByRole("link", { name: "Partners", exact: true }).first().click();
  await page.getByRole("button", { name: "New partner" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  const code = await dialog.getByLabel("Code").inputValue();
  await dialog.getByLabel("Owner's email").fill(`owner@${code}.example`);
  await dialog.getByRole("switch").click();
  await withoutScopes(page);
  return dialog;
}

test("Back reports a new partner's key that was not copied @rare", async ({ page, people }) => {
  await signIn(page, await people.operator(), "/operator");
  const dialog = await fillNewPartner(page, unique("Left"));
  await dialog.getByRole("button", { name: "Create partner" }).click();
  await revealed(page);
  await copy(dialog, "link");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("New key not copied")).toBeVisible();
  await expect(page.getByText("New link not copied")).toHaveCount(0);
});

test("a new partner's key that arrives after Back is reported @rare", async ({ page, people }) => {
  await signIn(page, await people.operator(), "/operator");
  const dialog = await fillNewPartner(page, unique("Unseen"));
  const { arrived, release } = await holdResponse(page, "partners.create");
  await dialog.getByRole("button", { name: "Create partner" }).click();
  await arrived;
  await page.goBack();
  await expect(dialog).toBeHidden();
  release();
  await expect(page.getByText("New key not copied")).toBeVisible();
  await expect(page.getByText("New link not copied")).toBeVisible();
});

test("a taken code is reported at its field @rare", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, await people.operator(), "/operator/partners?new=true");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Another");
  await dialog.getByLabel("Code").fill(team.code);
  await dialog.getByRole("button", { name: "Create partner" }).click();
  await expect(dialog.getByText(`The code ${team.code} is taken.`)).toBeVisible();
});

test("limit and notes are edited; the partner sees no notes @rare", async ({ page, people }) => {
  const team = await people.team(unique("Edited"));
  const { plaintext } = await people.issue(team, { label: "Any" });
  await signIn(page, await people.operator());
  await openPartner(page, team.name);
  await expect(page).toHaveURL(PARTNER_URL);
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  // Pasted as the page writes it, and not read as 1 and a fraction.
  await dialog.getByLabel("Active key limit").fill("1,001");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter a number between 1 and 1,000.")).toBeVisible();
  const limit = dialog.getByLabel("Active key limit");
  await page.evaluate(() => navigator.clipboard.writeText("1.200"));
  await limit.selectText();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(limit, "a point between thousands").toHaveValue("1,200");
  await limit.selectText();
  await limit.pressSequentially("۱۵");
  await expect(limit, "digits of another keyboard").toHaveValue("15");
  await limit.fill("7");
  const hold = dialog.getByLabel("Hold");
  await hold.selectText();
  await hold.pressSequentially("१४");
  await expect(hold).toHaveValue("14 days");
  await dialog.getByLabel("Tax note").fill("Exempt under Art. 132.");
  await dialog.getByLabel("Notes").fill("Pays late.\nCall Ms Lovelace.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("of 7")).toBeVisible();
  await expect(page.getByText("Exempt under Art. 132.")).toBeVisible();
  await expect(page.getByText("Call Ms Lovelace.")).toBeVisible();
  const { body } = await callApi(plaintext);
  expect(JSON.stringify(body)).not.toContain("Lovelace");
});

test("a key's new limit and its end apply at the next request", async ({ page, people }) => {
  const team = await people.team(unique("Limited"));
  const { plaintext } = await people.issue(team, { label: "Busy" });
  await signIn(page, await people.operator());
  await openPartner(page, team.name);
  await page.getByRole("link", { name: "API keys" }).click();
  await act(page, "Busy", "Set limit");
  await page.getByRole("radio", { name: "Custom limit" }).check();
  await page.getByLabel("Limit", { exact: true }).fill("1200");
  await page.getByRole("dialog").getByRole("button", { name: "Set limit" }).click();
  await expect(rowOf(page, "Busy")).toContainText("1,200/min");
  expect((await callApi(plaintext)).headers.get("ratelimit-policy")).toContain("q=200;w=10");

  await act(page, "Busy", "Revoke");
  await page.getByRole("button", { name: "Revoke now" }).click();
  await expect(page.getByText("No active keys")).toBeVisible();
  expect((await callApi(plaintext)).status).toBe(401);
});

test("a limit request can be reviewed on the partner's page @rare", async ({ page, people }) => {
  const team = await people.team(unique("Asking"));
  const { key } = await people.issue(team, { label: "Growing" });
  await people.askForMore(key.id, 900, "More shops.");
  await signIn(page, await people.operator());
  await openPartner(page, team.name);
  await page.getByRole("button", { name: /^Approve Growing/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("heading", { name: "Pending limit requests" })).toBeHidden();
});

test("for an unknown partner, an operator's navigation stays @rare", async ({ page, people }) => {
  await signIn(page, await people.operator());
  for (const path of ["/operator/partners/prt_nonsense", "/partners/no-such-partner/logs"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByText("Partner not found")).toBeVisible();
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Partners" })
      .click();
    await expect(page.getByRole("heading", { name: "Partners" })).toBeVisible();
  }
});

test("for a page of others, a member's navigation stays @rare", async ({ page, people }) => {
  const [own, other] = [await people.team(), await people.team("Other Reselling")];
  await signIn(page, own.owner);
  for (const [path, text] of [
    ["/operator/limit-requests", "This page is for the platform team"],
    [`/partners/${other.code}/logs`, "Partner not found"],
  ] as const) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByText(`You're signed in as ${own.owner.email}`)).toBeVisible();
    await expect(page.getByText("Other Reselling")).toHaveCount(0);
  }
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Customers" })
    .click();
  await expect(page).toHaveURL(`/partners/${own.code}/customers`);
});

test("partners are sorted by name, revenue and last request @rare", async ({ page, people }) => {
  const name = unique("Sorted");
  const idle = await people.team(`${name} A`);
  const busy = await people.team(`${name} B`);
  await callApi((await people.issue(busy, { label: "Used" })).plaintext);
  await signIn(
    page,
    await people.operator(),
    `/operator/partners?search=${encodeURIComponent(name)}&sort=name`,
  );
  const links = page.getByRole("rowheader").getByRole("link");
  await expect(links).toHaveText([idle.name, busy.name]);
  await expect(async () => {
    await page.goto(`/operator/partners?search=${encodeURIComponent(name)}&sort=-used`);
    await expect(links).toHaveText([busy.name, idle.name], { timeout: 1_000 });
  }).toPass();
  await page.getByRole("button", { name: "Net revenue, 30 days" }).click();
  await expect(page).toHaveURL(/sort=-revenue/);
  const head = page.getByRole("columnheader", { name: "Net revenue, 30 days" });
  await expect(head).toHaveAttribute("aria-sort", "descending");
});

test("the overview names what waits for a decision, and leads to it", async ({ page, people }) => {
  const team = await people.team(unique("Waiting"));
  const { key } = await people.issue(team, { label: "Shop" });
  await people.askForMore(key.id, 900, "More shops.");
  await signIn(page, await people.operator());
  const waiting = page.getByRole("region", { name: "Waiting for a decision" });
  await waiting.getByRole("link", { name: "Limit requests to decide" }).click();
  await expect(page).toHaveURL("/operator/limit-requests?status=open");
  await expect(rowOf(page, team.name)).toBeVisible();
});
