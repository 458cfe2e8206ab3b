import { expect, type Page } from "playwright/test";
import { at } from "./dashboard";
import { exported } from "./exported";
import { loseRead } from "./held";
import { type People, signIn, type Team } from "./people";
import { test } from "./test";

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

test("two periods are shown per currency, as charts and tables", async ({ page, people }) => {
  const team = await people.team();
  const { name } = await trade(people, team);
  await signIn(page, team.owner, "/metrics");
  const figures = page.getByRole("list", { name: "Totals" });
  await expect(figures).toContainText("€30.00");
  await expect(figures).toContainText("+50%");
  // 22.5% of 30.00.
  await expect(figures).toContainText("€6.75");
  await expect(figures).not.toContainText("¥");

  const chart = page.getByRole("img", { name: /^Gross revenue \(EUR\), from/ });
  await expect(chart).toBeVisible();
  await page
    .getByRole("radiogroup", { name: "View Gross revenue (EUR) as" })
    .getByText("Table")
    .click();
  const table = page.getByRole("table", { name: "Gross revenue (EUR)" });
  await expect(table.getByRole("row")).toHaveCount(31);
  await expect(table.getByRole("row").filter({ hasText: "€30.00" })).toHaveCount(1);
  await expect(table.getByRole("row").filter({ hasText: "€20.00" })).toHaveCount(1);

  const products = page.getByRole("table", { name: "Revenue by product" });
  await expect(products.getByRole("row").filter({ hasText: name })).toContainText("100%");
  await expect(products.getByRole("row").filter({ hasText: name })).toContainText("€20.00");

  await page.getByRole("combobox", { name: "Currency" }).click();
  await page.getByRole("option", { name: "JPY" }).click();
  await expect(page).toHaveURL(/currency=JPY/);
  await expect(figures).toContainText("¥700");
  await expect(figures.getByText("New", { exact: true }).first()).toBeVisible();
  await expect(figures).not.toContainText("€");

  await page.getByRole("switch", { name: "Compare to previous period" }).click();
  await expect(page).toHaveURL(/compare=false/);
  await expect(figures.getByText("New", { exact: true })).toHaveCount(0);

  await page.reload();
  await page.route("**/api/trpc/*metrics.get*", (route) => route.abort());
  await page.getByRole("switch", { name: "Compare to previous period" }).click();
  await expect(page.getByText("Couldn't load the previous period")).toBeVisible();
  await page.unroute("**/api/trpc/*metrics.get*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(figures.getByText("New", { exact: true })).not.toHaveCount(0);
  await expect(page.getByText("Couldn't load the previous period")).toBeHidden();

  await page.goto(`/partners/${team.code}/prices`);
  const { fail, recover } = await loseRead(page, "metrics", "metrics.byProduct");
  fail();
  const navigation = page.getByRole("navigation", { name: "Main" });
  await navigation.getByRole("link", { name: "Metrics" }).click();
  await expect(page.getByText("Couldn't load the revenue by product")).toBeVisible();
  await recover();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(products).toContainText(name);
});

test("range and interval are in the URL, and the export's @rare", async ({ page, people }) => {
  const team = await people.team();
  await trade(people, team);
  await signIn(page, team.owner, "/metrics?range=12m");
  await expect(page.getByRole("combobox", { name: "Interval" })).toHaveValue("Monthly");
  await page.getByRole("radiogroup", { name: "Date range" }).getByText("7 days").click();
  await expect(page).toHaveURL(at("/metrics?range=7d"));
  await expect(page.getByRole("combobox", { name: "Interval" })).toHaveValue("Daily");
  const { name, rows } = await exported(page);
  expect(name).toMatch(/^metrics-/);
  const [head, ...body] = rows;
  expect(head?.join()).toBe(
    "from,to,customers,new_customers,currency,charges,gross,refunds,refunded,net",
  );
  // Seven days, with a line for each currency.
  expect(body).toHaveLength(14);
  // New customers have no currency: a sum of the column counts each once.
  expect(body.filter((row) => row[3] !== "")).toHaveLength(7);
  const gross = body.map((row) => `${row[4]} ${row[6]}`).filter((cell) => !/ 0(\.00)?$/.test(cell));
  expect(gross.sort()).toEqual(["EUR 30.00", "JPY 700"]);

  await page.getByRole("radiogroup", { name: "Date range" }).getByText("Custom").click();
  await page.getByRole("button", { name: "Date range (UTC)" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto("/metrics?range=custom&from=2026-02-31&to=nonsense");
  await expect(page.getByRole("list", { name: "Totals" })).toContainText("€30.00");
});

test("shows an empty state without data @rare", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner, "/metrics");
  await expect(page.getByText("No data for this period")).toBeVisible();
});

test("axis labels never overlap, in any range at any width @rare", async ({ page, people }) => {
  const team = await people.team();
  const { key } = await people.issue(team, { label: "Charted" });
  await people.called(key, { status: 200, hoursAgo: 2 });
  await trade(people, team);
  // Otherwise the navigation would still be moving while the labels are measured.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, team.owner, "/metrics");
  const views = [
    ...["7d", "30d", "90d", "12m"].map((range) => `/metrics?range=${range}`),
    "/metrics?range=12m&interval=day",
    "/metrics?range=custom&from=2001-01-01&to=2026-11-20",
    ...["1h", "24h", "7d", "30d"].map((range) => `/api-keys/${key.id}?range=${range}`),
    "/overview",
  ];
  for (const view of views) {
    await page.goto(view);
    await expect(page.locator(AXIS).first()).toBeAttached();
    for (const width of [320, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overlapsOf(page), `${view} at ${width} px`).toEqual([]);
    }
  }
});

test("figures wrap evenly, and never break between digits @rare", async ({ page, people }) => {
  const team = await people.team();
  const { business } = people;
  const { id: customerId } = await business.customer(team, { email: "dinars@example.com" });
  const { code: product } = await business.product(`Dinars ${Date.now()}`, { currency: "KWD" });
  await business.charge(team, [
    { customerId, product, amount: 12_497_120, occurredAt: daysAgo(3) },
    { customerId, product, amount: 5_000_000, occurredAt: daysAgo(33) },
  ]);
  const yen = await business.product(`Fortunes ${Date.now()}`, { currency: "JPY" });
  await business.charge(team, [
    { customerId, product: yen.code, amount: 1_000_000_000_000, occurredAt: daysAgo(3) },
  ]);
  await signIn(page, team.owner, "/metrics");
  await page.setViewportSize({ width: 390, height: 900 });
  const figures = page.getByRole("list", { name: "Totals" });
  await page.goto("/metrics?currency=KWD");
  const amount = figures.getByText("KWD 12,497.120").first();
  await expect(amount).toBeVisible();
  await expect.poll(() => amount.evaluate(linesOf)).toEqual(["KWD", "12,497.120"]);
  for (const [width, rows] of [
    [768, [2, 2, 2, 1]],
    [1024, [4, 3]],
    [1280, [4, 3]],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const tops = await figures
      .getByRole("listitem")
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
    const counts = [...new Set(tops)].map((top) => tops.filter((one) => one === top).length);
    expect(counts, `${width} px`).toEqual(rows);
  }
  await page.goto("/metrics?currency=JPY");
  const fortune = figures.getByText("¥1,000,000,000,000").first();
  await expect(fortune).toBeVisible();
  for (const width of [320, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await fortune.evaluate(linesOf), `${width} px`).toHaveLength(1);
    const overflow = await figures
      .getByRole("listitem")
      .evaluateAll((items) => items.map((item) => item.scrollWidth - item.clientWidth));
    expect(Math.max(...overflow), `${width} px`).toBe(0);
  }
});

test("operators see the revenue in each currency @rare", async ({ page, people }) => {
  const team = await people.team();
  const { business } = people;
  const { id: customerId } = await business.customer(team, { email: "travels@example.com" });
  const currencies = ["CHF", "GBP", "ISK", "KWD", "NOK"];
  for (const currency of currencies) {
    const { code: product } = await business.product(`In ${currency}`, { currency });
    await business.charge(team, [{ customerId, product, amount: 100, occurredAt: daysAgo(2) }]);
  }
  await signIn(page, await people.operator(), "/operator");
  const revenue = page.getByRole("list", { name: "Revenue" });
  for (const currency of currencies) {
    await expect(revenue.getByText(`Net revenue (${currency})`)).toBeVisible();
  }
});

test("a clock that is an hour off breaks no chart @rare", async ({ page, people }) => {
  // A page with other elements than the server's is an uncaught error, which fails the test.
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await trade(people, await people.team());
  await signIn(page, await people.operator(), "/operator");
  await expect(page.getByRole("img", { name: /^Requests per hour/ })).toBeVisible();
});

test("marks an incomplete day instead of drawing it as a drop @rare", async ({ page, people }) => {
  const team = await people.team();
  await trade(people, team);
  await signIn(page, team.owner, "/metrics");
  const chart = page.getByRole("img", { name: /^Gross revenue \(EUR\)/ });
  await expect(chart).toHaveAccessibleName(/to €0\.00 \([^)]*\), €0\.00 \(.*, so far\)/);
  const line = (await chart.locator("polyline").last().getAttribute("points")) ?? "";
  expect(line.split(" "), "the line ends with yesterday").toHaveLength(29);
  await expect(chart.locator("[data-unfinished]")).toHaveCount(1);
  await page
    .getByRole("radiogroup", { name: "View Gross revenue (EUR) as" })
    .getByText("Table")
    .click();
  const table = page.getByRole("table", { name: "Gross revenue (EUR)" });
  await expect(table.getByRole("row").last()).toContainText("so far");
  await expect(table.getByText("so far")).toHaveCount(1);
  // A range in the past has no unfinished interval.
  await page.goto("/metrics?range=custom&from=2026-01-01&to=2026-01-31");
  await expect(page.getByRole("img").first()).toBeVisible();
  await expect(page.locator("[data-unfinished]")).toHaveCount(0);
});

test("with refunds there are charts of refunds and net revenue @rare", async ({ page, people }) => {
  const team = await people.team();
  const { business } = people;
  const { id: customerId } = await business.customer(team, { email: "returns@example.com" });
  const { code: product } = await business.product(`Returned ${Date.now()}`);
  await business.charge(team, [
    { customerId, product, amount: 9_000, occurredAt: daysAgo(6), externalId: "sold" },
  ]);
  await signIn(page, team.owner, "/metrics?compare=false");
  const chart = (name: string) => page.getByRole("img", { name: new RegExp(`^${name} \\(EUR\\)`) });
  await expect(chart("Gross revenue")).toBeVisible();
  await expect(chart("Refunded")).toHaveCount(0);

  await business.refund(team, { charge: "sold", amount: 4_000, occurredAt: daysAgo(3) });
  await page.goto("/metrics?compare=false&range=7d");
  await expect(chart("Net revenue")).toBeVisible();
  await expect(chart("Refunded")).toHaveAccessibleName(/highest €40\.00/);
  // Every point is within the plot, also that of the day with nothing but a refund.
  const line = (await chart("Net revenue").locator("polyline").getAttribute("points")) ?? "";
  const heights = line.split(" ").map((point) => Number(point.split(",")[1]));
  expect(Math.max(...heights)).toBeGreaterThan(Math.max(...heights.slice(0, 2)));
  expect(heights.every((height) => height >= 0 && height <= 100)).toBe(true);
  await page
    .getByRole("radiogroup", { name: "View Net revenue (EUR) as" })
    .getByText("Table")
    .click();
  const table = page.getByRole("table", { name: "Net revenue (EUR)" });
  await expect(table.getByRole("row").filter({ hasText: "-€40.00" })).toHaveCount(1);
});

const AXIS = "[class*=xAxis] > span";

/** The pairs of neighboring axis labels that overlap or are closer than 4 px. */
function overlapsOf(page: Page): Promise<string[]> {
  return page.evaluate((axis) => {
    const axes = new Set(
      [...document.querySelectorAll(axis)].map(({ parentElement }) => parentElement),
    );
    return [...axes].flatMap((parent) => {
      const boxes = [...(parent?.children ?? [])]
        .map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0)
        .sort((a, b) => a.box.left - b.box.left);
      return boxes.flatMap(({ text, box }, index) => {
        const next = boxes[index + 1];
        return next && next.box.left < box.right + 4 ? [`${text} | ${next.text}`] : [];
      });
    });
  }, AXIS);
}

/** The lines of an element's text as they are shown. */
function linesOf(element: Element): string[] {
  const lines = new Map<number, string>();
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (let at = 0; at < (node.textContent ?? "").length; at++) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { top } = range.getBoundingClientRect();
      lines.set(top, (lines.get(top) ?? "") + range.toString());
    }
  }
  return [...lines.values()].map((line) => line.trim());
}

/** Two currencies: 30 euros in this week, 20 in the month before, and 700 yen. */
async function trade({ business }: Pick<People, "business">, team: Team) {
  const { id: customerId } = await business.customer(team, { email: "pays@example.com" });
  const euro = await business.product(`Mailbox ${Date.now()}`);
  const yen = await business.product(`Domain ${Date.now()}`, { currency: "JPY" });
  await business.charge(team, [
    { customerId, product: euro.code, amount: 3_000, occurredAt: daysAgo(2) },
    { customerId, product: euro.code, amount: 2_000, occurredAt: daysAgo(40) },
    { customerId, product: yen.code, amount: 700, occurredAt: daysAgo(3) },
  ]);
  return euro;
}
