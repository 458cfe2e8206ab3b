import { expect, type Page } from "playwright/test";
import { at } from "./dashboard";
import { loseRead } from "./held";
import { signIn } from "./people";
import { callApi, test } from "./test";

test("a new partner is led from its first key to a customer @rare", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, team.owner, "/overview");
  const steps = page.getByRole("region", { name: "Get started" });
  await expect(steps.getByRole("listitem")).toHaveCount(3);
  await expect(steps).toContainText(`${new URL(page.url()).origin}/api/v1/reseller/me`);
  await steps.getByRole("link", { name: "New key" }).click();
  await expect(page.getByRole("dialog", { name: "New key" })).toBeVisible();

  const { plaintext } = await people.issue(team, { label: "First" });
  await callApi(plaintext);
  await expect(async () => {
    await page.goto("/overview");
    await expect(steps.getByRole("img", { name: "Done" })).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  // The list doesn't wait for the last step, which not all partners take.
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention).toHaveCount(0);
  const soon = new Date(Date.now() + 3 * 86_400_000);
  const { key: ending } = await people.issue(team, { label: "Second", expiresAt: soon });
  await people.notifiedOfExpiry(ending);
  await page.goto("/overview");
  await expect(attention).toContainText("API key Second expires soon");
  await expect(steps).toBeVisible();
  await people.revoke(ending.id);
  await steps.getByRole("link", { name: "New customer" }).click();
  await page.getByRole("dialog").getByLabel("Email").fill("first@example.com");
  await page.getByRole("dialog").getByRole("button", { name: "Create customer" }).click();
  await expect(page.getByRole("heading", { name: "first@example.com" })).toBeVisible();
  await page.goto("/overview");
  await expect(attention).toContainText("All caught up");
  await expect(steps).toHaveCount(0);
});

test("items that need attention come first and link to the fix", async ({ page, people }) => {
  const team = await people.team();
  const soon = new Date(Date.now() + 3 * 86_400_000);
  const { key: ending } = await people.issue(team, { label: "Ends soon", expiresAt: soon });
  await people.notifiedOfExpiry(ending);
  const { key } = await people.issue(team, { label: "At its limit" });
  await people.called(key, { status: 200, times: 16 });
  await people.called(key, { status: 429, errorCode: "rate_limited", times: 4 });
  await people.business.customer(team, { email: "one@example.com" });
  await signIn(page, team.owner, "/overview");
  const attention = page.getByRole("region", { name: "Needs attention" });
  const items = attention.getByRole("listitem");
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText(/was rate limited 4 times, last .*4 of 20 requests/);
  await expect(items.last()).toContainText("Ends soon expires soon");
  await items.first().getByRole("link").click();
  await expect(page).toHaveURL(at(`/api-keys/${key.id}`));

  await page.goBack();
  const day = page.getByRole("list", { name: "The last 24 hours" });
  await day.getByRole("link", { name: "4", exact: true }).click();
  await expect(page).toHaveURL(/^[^?]*\/logs\?.*status=429/);
  await expect(page.locator("tbody").getByRole("row")).toHaveCount(4);
});

test("every figure matches the list it links to", async ({ page, people }) => {
  const team = await people.team("Counted");
  const { key } = await people.issue(team, { label: "Counted" });
  const quiet = await people.issue(team, { label: "Quiet" });
  await people.revoke((await people.issue(team, { label: "Gone" })).key.id);
  // "24 hours" begin at a full hour: one request a minute before that, and one a minute after.
  const sinceHour = (Date.now() % 3_600_000) / 3_600_000;
  const edge = 23 + sinceHour;
  for (const [status, times] of [
    ...([
      [200, 3],
      [304, 1],
      [401, 1],
      [404, 2],
      [429, 4],
      [503, 5],
    ] as const),
  ] as const) {
    await people.called(key, { status, times });
    await people.called(key, { status, hoursAgo: edge - 1 / 60 });
    await people.called(key, { status, hoursAgo: edge + 1 / 60 });
    await people.called(quiet.key, { status });
  }
  for (const name of ["one", "two", "three"]) {
    await people.business.customer(team, { email: `${name}@counted.example` });
  }
  await signIn(page, team.owner, "/overview");
  await expect(page.getByRole("list", { name: "Last 30 days" })).toBeVisible();
  const overview = await pairsOn(page);
  expect(overview.map(({ href }) => pageOf(href))).toEqual(
    expect.arrayContaining(["/logs", "/api-keys", "/customers", "/metrics"]),
  );
  for (const pair of overview) await agrees(page, pair);
  await page.goto(`/api-keys/${key.id}`);
  await expect(page.getByRole("list", { name: "The last 24 hours" })).toContainText("300/min");
  const ofKey = await pairsOn(page);
  expect(ofKey.length).toBeGreaterThanOrEqual(1);
  for (const pair of ofKey) await agrees(page, pair);

  await page.context().clearCookies();
  const runId = await people.importCustomers(["email: missing", "email: missing", "name: long"]);
  await signIn(page, await people.operator(), "/operator/imports");
  const run = page.getByRole("row").filter({ hasText: runId });
  const rejected = (await run.getByRole("cell").allTextContents()).at(-2);
  await run.getByRole("link").click();
  await expect(page.getByRole("table", { name: "Errors" }).locator("tbody tr")).toHaveCount(
    Number(rejected),
  );
  await page.goto(`/operator/partners?search=${team.code}`);
  const partner = page.getByRole("row").filter({ hasText: team.code });
  await expect(partner).toContainText("3");
  await partner.getByRole("link").click();
  await page.getByRole("link", { name: "Customers", exact: true }).click();
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(3);
});

test("the latest payouts are a month's, not adjustments @rare", async ({ page, people }) => {
  const team = await people.team("Adjusted");
  const { business } = people;
  const product = await business.product("Adjusted");
  const { id: customerId } = await business.customer(team, { email: "one@adjusted.example" });
  const yen = await business.product("Adjusted abroad", { currency: "JPY" });
  const charge = (day: string, amount: number, { code } = product) =>
    business.charge(team, [{ customerId, product: code, amount, occurredAt: new Date(day) }]);
  await charge("2023-08-03", 10_000);
  await charge("2023-08-03", 10_000, yen);
  await business.close("2023-08");
  const payout = (await business.payouts(team, "2023-08")).find(
    ({ currency }) => currency === "EUR",
  );
  // More of them than the overview loads.
  for (let n = 1; n <= 7; n++) {
    await charge("2023-08-04", 2_000);
    await business.correct(payout?.id ?? "");
  }
  await signIn(page, team.owner, "/overview");
  const month = page.getByRole("list", { name: "Last 30 days" });
  const latest = month.getByRole("listitem").filter({ hasText: "Latest payout" });
  await expect(latest).toContainText(["(EUR)€22.50August 2023", "(JPY)¥2,250August 2023"]);

  // The server could not read them, and the page's own read fails too.
  await page.goto(`/partners/${team.code}/payouts`);
  const { fail, recover } = await loseRead(page, "overview", "payouts.list");
  const navigation = page.getByRole("navigation", { name: "Main" });
  await navigation.getByRole("link", { name: "Overview" }).click();
  await expect(latest).toHaveText("Latest payoutLoading…");
  fail();
  await expect(latest).toContainText("Latest payout—Couldn't load the payouts.");
  await recover();
  await latest.getByRole("button", { name: "Try again" }).click();
  await expect(latest).toContainText(["€22.50", "¥2,250"]);
});

type Pair = { label: string; shown: string; href: string };

/** The figures of a page that have a link, with its target. */
async function pairsOn(page: Page): Promise<Pair[]> {
  const links = page.locator("main ul[aria-label] > li a");
  return links.evaluateAll((found) =>
    found.map((link) => ({
      label: link.closest("li")?.firstElementChild?.textContent ?? "",
      shown: link.textContent ?? "",
      href: link.getAttribute("href") ?? "",
    })),
  );
}

/**
 * Follows a figure's link and compares the figure with the target page. Fails on an unknown kind of
 * page.
 */
async function agrees(page: Page, { label, shown, href }: Pair): Promise<void> {
  await page.goto(href);
  const digits = Number(shown.replace(/\D/g, ""));
  const rows = page.locator("main table tbody tr");
  const counted = {
    "/logs": rows,
    "/api-keys": rows,
    "/customers": rows,
  };
  const path = pageOf(href);
  const list = Object.entries(counted).find(([known]) => known === path)?.[1];
  if (list) {
    await expect(list.first()).toBeVisible();
    const more = page.getByRole("button", { name: "Load more" });
    while (await more.isVisible()) {
      const before = await list.count();
      await more.click();
      await expect(list).not.toHaveCount(before);
    }
    await expect(list, `${label}: ${href}`).toHaveCount(digits);
    return;
  }
  if (path === "/metrics") {
    const figure = page
      .locator("main ul[aria-label] > li")
      .filter({ hasText: label.split(" (")[0] });
    await expect(figure.first(), `${label}: ${href}`).toContainText(shown);
    return;
  }
  if (path === "/payouts" && shown === "—") return;
  throw new Error(`${label} links to ${href}: say here how the two compare`);
}

/** The partner's page in a URL: "/logs" of "/partners/acme/logs?status=429". */
function pageOf(href: string): string {
  return href.split("?")[0]?.replace(/^\/partners\/[^/]+/, "") ?? "";
}
