import { expect } from "playwright/test";
import { at } from "./dashboard";
import { exported } from "./exported";
import { signIn } from "./people";
import { callApi, rowOf, test } from "./test";

const rows = (page: import("playwright/test").Page) => page.locator("tbody").getByRole("row");

test("a pasted request ID finds the request and its documentation", async ({ page, people }) => {
  const team = await people.team();
  const { plaintext } = await people.issue(team, { label: "Till", scopes: ["prices:read"] });
  const refused = await callApi(plaintext, "/accounts");
  expect(refused.status).toBe(403);
  const id = refused.headers.get("x-request-id") ?? "";
  await callApi(plaintext);

  await signIn(page, team.owner, "/logs");
  // The requests are logged in batches.
  await expect(async () => {
    await page.reload();
    await expect(rows(page)).toHaveCount(2, { timeout: 2_000 });
  }).toPass();
  await page.getByLabel("Search by path, IP or request ID").fill(` ${id} `);
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(at(`/logs?id=${id}`));
  await page.getByRole("button", { name: "GET /accounts" }).click();
  const drawer = page.getByRole("dialog", { name: "Request" });
  await expect(drawer).toContainText("403 Forbidden");
  await expect(drawer).toContainText("api key lacks required scope: accounts:read");
  await expect(drawer).toContainText("The key doesn't have the required scope");
  await expect(drawer).toContainText(id);
  await expect(drawer.getByRole("link", { name: "Till" })).toBeVisible();
  await expect(page).toHaveURL(at(`/logs?id=${id}&request=${id}`));
  await page.reload();
  await drawer.getByRole("link", { name: "View docs for insufficient_scope" }).click();
  await expect(page).toHaveURL("/docs/errors#insufficient_scope");
  await page.goBack();
  await expect(drawer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
});

test("a 404 shows its path, and leads to adjacent requests @rare", async ({ page, people }) => {
  const team = await people.team();
  const { plaintext } = await people.issue(team, {
    label: "Till",
    scopes: ["accounts:read", "prices:read"],
  });
  await callApi(plaintext, "/prices?limit=1");
  await callApi(plaintext, "/accounts/acc_nobody");
  await callApi(plaintext);

  await signIn(page, team.owner, "/logs");
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("button", { name: "GET /accounts/acc_nobody" }).click();
  const drawer = page.getByRole("dialog", { name: "Request" });
  const head = (path: string) =>
    expect(drawer.getByText(`GET ${path}`, { exact: true })).toBeVisible();
  await head("/accounts/acc_nobody");
  await expect(drawer).toContainText("/accounts/{id}");
  await expect(drawer).toContainText("404 Not found");
  await drawer.getByRole("button", { name: "Next" }).click();
  await head("/prices");
  await expect(drawer).toContainText("limit");
  await expect(drawer.getByRole("button", { name: "Next" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.keyboard.press("j");
  await head("/prices");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await head("/me");
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  const search = page.getByLabel("Search by path, IP or request ID");
  await search.fill("/api/v1/reseller/accounts/acc_nobody");
  await expect(rows(page)).toHaveCount(1);
});

test("filters narrow the log, are in the URL and apply to the export", async ({ page, people }) => {
  const team = await people.team();
  const shop = (await people.issue(team, { label: "Shop" })).key;
  const till = (await people.issue(team, { label: "Till" })).key;
  const missing = { status: 404, errorCode: "not_found", route: "/accounts/{id}" };
  const [found] = await people.called(shop, { ...missing, clientRequestId: "shop-77" });
  await people.called(shop, { status: 200, route: "/prices", times: 3 });
  await people.called(till, { ...missing, hoursAgo: 30 });
  await people.called(till, { status: 503, errorCode: "unavailable", hoursAgo: 2 });

  await signIn(page, team.owner, "/logs");
  await expect(rows(page)).toHaveCount(6);
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "4xx Client error" }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("combobox", { name: "Time" }).click();
  await page.getByRole("option", { name: "Last 24 hours" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(at("/logs?status=4xx&range=24h"));
  const { name, rows: saved } = await exported(page);
  expect(name).toMatch(/^requests-/);
  expect(saved.slice(1).map(([id]) => id)).toEqual([found]);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(6);
  await page.getByRole("combobox", { name: "Endpoint" }).click();
  await page.getByRole("combobox", { name: "Endpoint" }).fill("prices");
  await page.getByRole("option", { name: "GET /prices", exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.goto(`/logs?key=${till.id}`);
  await expect(rows(page)).toHaveCount(2);
  await page.goto("/logs?id=shop-77");
  await expect(rows(page)).toHaveCount(1);
  await page.goto("/logs?status=429");
  await expect(page.getByText("No matching requests")).toBeVisible();
});

test("new requests are announced and shown only on click @rare", async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Busy" });
  await people.called(key, { status: 200, route: "/prices", times: 2 });
  await signIn(page, team.owner, "/logs");
  await expect(rows(page)).toHaveCount(2);
  const before = await page.getByRole("table").boundingBox();
  await people.called(key, { status: 201, method: "POST", route: "/accounts" });
  const news = page.getByRole("button", { name: "1 new request" });
  await expect(news).toBeVisible({ timeout: 15_000 });
  await expect(rows(page)).toHaveCount(2);
  expect(await page.getByRole("table").boundingBox()).toEqual(before);
  await news.click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rowOf(page, "POST /accounts")).toContainText("201");
  await expect(news).toBeHidden();
});

test("the filter by key finds older ones than it lists @rare", async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Oldest till" });
  await people.called(key, { status: 200, times: 2 });
  for (let n = 0; n < 20; n++) await people.issue(team, { label: `Newer ${n}` });
  await signIn(page, team.owner, "/logs");
  const field = page.getByRole("combobox", { name: "Key", exact: true });
  const name = `Oldest till …${key.tail}`;
  await field.click();
  await expect(page.getByRole("option")).toHaveCount(20);
  await field.fill("oldest");
  await page.getByRole("option", { name }).click();
  await expect(page).toHaveURL(at(`/logs?key=${key.id}`));
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(field).toHaveValue(name);
  // With a key chosen, the newest ones are offered besides it.
  await field.click();
  await expect(page.getByRole("option", { name })).toBeVisible();
  await expect(page.getByRole("option")).toHaveCount(21);
  await field.fill("no such key");
  await expect(page.getByText("No results")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(at("/logs"));
  await expect(field).toHaveValue("");

  await page.goto("/logs?key=key_unknown");
  await expect(field).toHaveValue("key_unknown");
});

test.describe("in a time zone 5:30 ahead of UTC", () => {
  test.use({ timezoneId: "Asia/Kolkata" });
  const begunMs = Date.now();
  const local = (hoursAgo: number) =>
    new Date(begunMs + (5.5 - hoursAgo) * 3_600_000).toISOString().slice(0, 16);

  test("a time range or an error filters it, a bad URL doesn't @rare", async ({ page, people }) => {
    const team = await people.team();
    const { key } = await people.issue(team, { label: "Shop" });
    const [old] = await people.called(key, { status: 404, errorCode: "not_found", hoursAgo: 30 });
    await people.called(key, { status: 503, errorCode: "unavailable", hoursAgo: 2 });
    await people.called(key, { status: 200 });

    await signIn(page, team.owner, "/logs?range=24h");
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole("combobox", { name: "Time" }).click();
    await page.getByRole("option", { name: "Custom range…" }).click();
    const [from, to] = [
      page.getByLabel("From (your local time)"),
      page.getByLabel("To (your local time)"),
    ];
    await expect(from, "goes on from what was shown").not.toHaveValue("");
    expect((await from.inputValue()) >= local(24)).toBe(true);
    await expect(rows(page)).toHaveCount(2);
    await from.fill(local(31));
    await expect(rows(page)).toHaveCount(3);
    await to.fill(local(29));
    await expect(rows(page)).toHaveCount(1);
    const address = new URL(page.url()).searchParams;
    expect([address.get("from"), address.get("to")]).toEqual(
      [31, 29].map((hours) => `${local(hours + 5.5)}:00Z`),
    );
    expect((await exported(page)).rows.slice(1).map(([id]) => id)).toEqual([old]);
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
    await expect(to).toHaveValue(local(29));
    await to.fill(local(32));
    await expect(page.getByText("End must be after start.")).toBeVisible();
    await expect(page.getByText("No matching requests")).toBeVisible();

    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await expect(rows(page)).toHaveCount(3);
    await expect(from).toBeHidden();
    await page.getByRole("combobox", { name: "Error code" }).click();
    await page.getByRole("combobox", { name: "Error code" }).fill("unav");
    await page.getByRole("option", { name: "503 unavailable" }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(at("/logs?code=unavailable"));
    expect((await exported(page)).rows).toHaveLength(2);

    const bad = "range=9y&from=soon&to=2026-11-20T10:00&code=%00&status=6xx";
    const worse = "route=%00&key=%01&id=%02";
    await page.goto(`/logs?${bad}&${worse}&request=${"x".repeat(300)}`);
    await expect(page.getByRole("dialog")).toContainText("Request not found");
    await page.keyboard.press("Escape");
    await expect(rows(page)).toHaveCount(3);
    await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("");
    await expect(page.getByRole("button", { name: "Clear filters" })).toBeHidden();
  });
});
