import { expect, type Page, type Route } from "playwright/test";
import { deferred } from "../../server/testing/deferred";
import { type Person, signIn } from "./people";
import { test } from "./test";

const SCRIPTS = "**/_next/static/**/*.js*";

const notFound = (route: Route) => route.fulfill({ status: 404, body: "Not Found" });
const noResponse = (route: Route) => route.abort();

/** Makes requests for scripts fail from now on; `times` limits how many. Returns how to stop it. */
async function loseScripts(page: Page, times = Number.POSITIVE_INFINITY, fail = notFound) {
  const lost = new Set<string>();
  const lose = async (route: Route) => {
    const { pathname } = new URL(route.request().url());
    if (lost.has(pathname) && times === 1) return route.fallback();
    lost.add(pathname);
    return fail(route);
  };
  await page.route(SCRIPTS, lose);
  return { lost, stop: () => page.unroute(SCRIPTS, lose) };
}

const PARTS = [
  { path: "/api-keys", open: "New key", field: "Name" },
  { path: "/customers", open: "New customer", field: "Email" },
  { path: "/webhooks", open: "Add endpoint", field: "Endpoint URL" },
];

for (const [index, { path, open, field }] of PARTS.entries()) {
  const rare = index > 0 ? " @rare" : "";
  test(`${open}: the page stays without its script${rare}`, async ({ page, people }) => {
    await signIn(page, (await people.team()).owner, path);
    const scripts = await loseScripts(page);
    const button = page.getByRole("main").getByRole("button", { name: open }).first();
    await button.click();
    await expect(page.getByText("Couldn't load part of this page.")).toBeVisible();
    expect(scripts.lost.size).toBeGreaterThan(0);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await expect(page.getByText("Something went wrong")).toHaveCount(0);
    await scripts.stop();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await button.click();
    await expect(page.getByRole("dialog").getByLabel(field).first()).toBeVisible();
  });
}

/** Opens the log's filter by status, whose list arrives once `release` is called. */
async function openWithoutList(page: Page, person: Person) {
  await signIn(page, person, "/logs");
  const { promise: released, resolve: release } = deferred();
  await page.route(SCRIPTS, async (route) => {
    await released;
    await route.fallback();
  });
  const field = page.getByRole("combobox", { name: "Status" });
  await field.click();
  return { field, release };
}

test("Ctrl+K: without the script, what is typed stays @rare", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner, "/settings");
  const scripts = await loseScripts(page);
  const field = page.getByRole("main").getByRole("textbox").first();
  await field.fill("typed before");
  await page.keyboard.press("Control+k");
  await expect(page.getByText("Couldn't load part of this page.")).toBeVisible();
  await field.pressSequentially(" and after");
  await expect(field).toHaveValue("typed before and after");
  await scripts.stop();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue("typed before and after");
});

test("a filter: without the script of its list, the page stays @rare", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner, "/logs");
  const scripts = await loseScripts(page);
  const field = page.getByRole("combobox", { name: "Status" });
  await field.click();
  await expect(page.getByText("Couldn't load part of this page.")).toBeVisible();
  await scripts.stop();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await field.press("ArrowDown");
  await expect(page.getByRole("option", { name: "4xx Client error" })).toBeVisible();
});

test("what is typed while a filter's list loads is searched for @rare", async ({
  page,
  people,
}) => {
  const { field, release } = await openWithoutList(page, (await people.team()).owner);
  await page.keyboard.type("4xx");
  release();
  await expect(page.getByRole("option")).toHaveText(["4xx Client error", "4xx and 5xx except 429"]);
  await page.keyboard.type(" cl");
  await expect(page.getByRole("option")).toHaveText(["4xx Client error"]);
  await expect(field).toHaveValue("4xx cl");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("4xx Client error");
  await expect(page).toHaveURL(/status=4xx/);
});

test("a filter whose list loads late leaves the focus where it is @rare", async ({
  page,
  people,
}) => {
  const { field, release } = await openWithoutList(page, (await people.team()).owner);
  const search = page.getByRole("searchbox");
  await search.click();
  const loaded = page.waitForResponse(SCRIPTS);
  release();
  await loaded;
  // Only the field with its list turns it off.
  await expect(field).toHaveAttribute("autocomplete", "off");
  await expect(search).toBeFocused();
  await expect(page.getByRole("option")).toHaveCount(0);
});

test("a page whose script fails once asks for it again and works", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner, "/overview");
  // Each script of the page: some are only named in the document, others are added while it loads.
  const scripts = await loseScripts(page, 1);
  await page.goto("/api-keys");
  await page.getByRole("main").getByRole("button", { name: "New key" }).first().click();
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeVisible();
  expect(scripts.lost.size).toBeGreaterThan(10);
  await expect(page.getByText("Couldn't load")).toHaveCount(0);
});

for (const [how, fail] of Object.entries({ "a 404": notFound, "no response": noResponse })) {
  test(`a script lost before the page asks again: ${how} @rare`, async ({ page, people }) => {
    await signIn(page, (await people.team()).owner, "/overview");
    const scripts = await loseScripts(page, 1, fail);
    // Stands after the page's scripts in the head, and before the script that asks again.
    const SLOW = "/slow.js";
    await page.route("**/api-keys", async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      const [, nonce] = /nonce="([^"]+)"/.exec(body) ?? [];
      const slow = `<script nonce="${nonce}" src="${SLOW}"></script>`;
      await route.fulfill({
        response,
        body: body.replace('<meta name="theme-color"', `${slow}$&`),
      });
    });
    await page.route(`**${SLOW}`, async (route) => {
      await expect.poll(() => scripts.lost.size).toBeGreaterThan(10);
      await route.fulfill({ contentType: "text/javascript", body: "" });
    });
    await page.goto("/api-keys");
    await page.getByRole("main").getByRole("button", { name: "New key" }).first().click();
    await expect(page.getByRole("dialog").getByLabel("Name")).toBeVisible();
  });
}

/** Makes each call of the procedure fail as on a server of another release, and reloads. */
async function reloadForNewRelease(page: Page, procedure: string, submit: string): Promise<void> {
  const calls = `**/api/trpc/${procedure}*`;
  await page.route(calls, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(procedure, "none") });
    const headers = { ...response.headers(), "x-nextjs-deployment-id": "another" };
    await route.fulfill({ response, headers });
  });
  await page.getByRole("dialog").getByRole("button", { name: submit }).click();
  await expect(page.getByText("A new version is available.")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.unroute(calls);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText("A new version is available.")).toHaveCount(0);
}

const draftsIn = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test("New key: after a new release, Reload keeps what was typed", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner, "/api-keys?new=true");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Typed before the release");
  await dialog.getByRole("button", { name: "Read only" }).click();
  await dialog.getByLabel("Expiration").selectOption("Custom date…");
  await dialog.getByLabel("Expiration date").fill("2031-05-06");
  await reloadForNewRelease(page, "keys.issue", "Create key");
  await expect(dialog.getByLabel("Name")).toHaveValue("Typed before the release");
  await expect(dialog.getByLabel("accounts:read")).toBeChecked();
  await expect(dialog.getByLabel("accounts:write")).not.toBeChecked();
  await expect(dialog.getByLabel("Expiration date")).toHaveValue("2031-05-06");
  expect(await draftsIn(page)).not.toContain("Typed");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Save your API key")).toBeVisible();
  expect(await draftsIn(page)).not.toContain("Typed");
});

test("New customer: Reload keeps what was typed, just once @rare", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner, "/customers?new=true");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("typed@example.com");
  await dialog.getByLabel("External ID").fill("typed-1");
  await dialog.getByRole("button", { name: "Add metadata" }).click();
  await dialog.getByLabel("Key 1").fill("plan");
  await dialog.getByLabel("Value 1").fill("gold");
  await reloadForNewRelease(page, "customers.create", "Create customer");
  await expect(dialog.getByLabel("Email")).toHaveValue("typed@example.com");
  await expect(dialog.getByLabel("External ID")).toHaveValue("typed-1");
  await expect(dialog.getByLabel("Key 1")).toHaveValue("plan");
  await expect(dialog.getByLabel("Value 1")).toHaveValue("gold");
  await page.reload();
  await expect(dialog.getByLabel("Email")).toHaveValue("");
  await dialog.getByLabel("Email").fill("typed@example.com");
  await reloadForNewRelease(page, "customers.create", "Create customer");
  await dialog.getByRole("button", { name: "Create customer" }).click();
  await expect(page.getByRole("heading", { name: "typed@example.com" })).toBeVisible();
});

test("Reload opens a dialog of a row's menu again, filled in @rare", async ({ page, people }) => {
  const team = await people.team();
  await people.issue(team, { label: "Shop" });
  await signIn(page, team.owner, "/api-keys");
  await page.getByRole("button", { name: /^Actions for Shop/ }).click();
  await page.getByRole("menuitem", { name: "Request increase" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New limit").fill("900");
  await dialog.getByLabel("Reason").fill("We are moving all shops in September.");
  await reloadForNewRelease(page, "limitRequests.open", "Send request");
  await expect(dialog.getByLabel("Reason")).toHaveValue("We are moving all shops in September.");
  await expect(dialog.getByLabel("New limit")).toHaveValue("900");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog).toBeHidden();
});

test("Reload keeps what was chosen from lists with a search @rare", async ({ page, people }) => {
  const [from, to] = [await people.team("Acme Reselling"), await people.team("Globex Cloud")];
  const { id } = await people.business.customer(from, { email: "ada@example.com" });
  await signIn(page, await people.operator(), "/operator/products");
  await page.getByRole("button", { name: "New product" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Typed");
  await dialog.getByLabel("Code").fill("typed");
  await dialog.getByRole("combobox", { name: "Currency" }).fill("jpy");
  await page.getByRole("option", { name: "JPY" }).click();
  await dialog.getByLabel("Minimum price").fill("100");
  await dialog.getByLabel("Default price").fill("100");
  await reloadForNewRelease(page, "products.create", "Add product");
  await expect(dialog.getByRole("combobox", { name: "Currency" })).toHaveValue("JPY");
  await expect(dialog.getByLabel("Default price")).toHaveValue("100");

  await page.goto(`/partners/${from.code}/customers/${id}`);
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  const partner = dialog.getByRole("combobox", { name: "New partner" });
  await partner.fill(to.code);
  await page.getByRole("option", { name: `Globex Cloud (${to.code})` }).click();
  await reloadForNewRelease(page, "customers.transfer", "Transfer customer");
  await expect(partner).toHaveValue(`Globex Cloud (${to.code})`);
  await dialog.getByRole("button", { name: "Transfer customer" }).click();
  await expect(page).toHaveURL(new RegExp(`/partners/${to.code}/customers/${id}$`));
});

test("what was typed is kept for ten minutes, for one person @rare", async ({ page, people }) => {
  const { owner } = await people.team();
  const path = "/customers?new=true";
  await signIn(page, owner, path);
  const email = page.getByRole("dialog").getByLabel("Email");
  const keep = (over: { person?: string; minutesAgo?: number }) =>
    page.evaluate(
      ({ person, minutesAgo, form }) => {
        const draft = {
          form,
          opener: null,
          changes: [{ field: "Email", value: "kept@example.com" }],
        };
        const at = Date.now() - minutesAgo * 60_000;
        const kept = { person, path: location.pathname, at, drafts: [draft] };
        sessionStorage.setItem("latchkey-drafts", JSON.stringify(kept));
      },
      { person: owner.email, minutesAgo: 1, form: "New customer", ...over },
    );
  await expect(email).toBeVisible();
  await keep({});
  await page.reload();
  await expect(email).toHaveValue("kept@example.com");
  for (const over of [{ person: "another@example.com" }, { minutesAgo: 10 }]) {
    await keep(over);
    await page.reload();
    await expect(email).toBeVisible();
    await expect.poll(() => draftsIn(page)).not.toContain("kept@");
    await expect(email).toHaveValue("");
  }
  await page.keyboard.press("Escape");
  await keep({});
  await page.getByRole("button", { name: owner.email }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/sign-in/);
  expect(await draftsIn(page)).not.toContain("kept@");
});
