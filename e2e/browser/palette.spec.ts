import { expect } from "playwright/test";
import { deferred } from "../../server/testing/deferred";
import { at } from "./dashboard";
import { hydrated } from "./hydrated";
import { signIn } from "./people";
import { test } from "./test";

test("finds everything by name from the keyboard", async ({ page, people }) => {
  const team = await people.team();
  const { id } = await people.business.customer(team, {
    email: "zoe@example.com",
    name: "Zoe Zero",
  });
  await people.issue(team, { label: "Billing sync" });
  await signIn(page, team.owner, "/customers");
  const palette = page.getByRole("dialog", { name: "Search and commands" });

  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("zoe");
  // Selected, although it arrives after the text was typed.
  await expect(palette.getByRole("button", { name: /Zoe Zero/ })).toHaveAttribute("data-selected");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(at(`/customers/${id}`));

  await page.keyboard.press("Control+k");
  await palette.getByRole("textbox").fill("billing");
  await palette.getByRole("button", { name: /Billing sync/ }).click();
  await expect(page).toHaveURL(/\/api-keys\/key_\w+$/);
  await expect(page.getByRole("heading", { name: "Billing sync", level: 1 })).toBeVisible();

  // By mouse; a pasted ID opens its page.
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await palette.getByRole("textbox").fill(id);
  await palette.getByRole("button", { name: `Find customer ${id}` }).click();
  await expect(page).toHaveURL(at(`/customers/${id}`));

  await page.keyboard.press("Control+k");
  await palette.getByRole("textbox").fill("new key");
  await palette.getByRole("button", { name: "New key" }).click();
  await expect(page.getByRole("dialog", { name: "New key" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(palette).toBeHidden();
});

test("more results than fit are an entry away @rare", async ({ page, people }) => {
  const team = await people.team();
  for (let n = 1; n <= 6; n++) {
    await people.business.customer(team, { email: `many${n}@example.com`, name: `Many ${n}` });
  }
  await signIn(page, team.owner, "/overview");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("many");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(palette.getByRole("button", { name: /^Many \d/ })).toHaveCount(5);
  await palette.getByRole("button", { name: "View all matching customers" }).click();
  await expect(page).toHaveURL(at("/customers?search=many"));
  await expect(page.getByRole("table").getByText(/^Many \d/)).toHaveCount(6);

  const refusal = { error: "Too many requests.", code: "rate_limited", details: {} };
  await page.route("**/api/trpc/**", (route) => route.fulfill({ status: 429, json: refusal }));
  await page.keyboard.press("Control+k");
  await palette.getByRole("textbox").fill("nobody");
  await expect(palette.getByText("The search failed. Try again.")).toBeVisible();
});

test("the chosen entry stays selected when results arrive @rare", async ({ page, people }) => {
  const team = await people.team();
  await people.issue(team, { label: "Price sync" });
  await signIn(page, team.owner, "/customers");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  const { promise: held, resolve: release } = deferred();
  await page.route(/\/api\/trpc\/.*keys\.list/, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  const asked = page.waitForRequest(/keys\.list/);
  // By a synonym, too: "pricing".
  await palette.getByRole("textbox").fill("pric");
  await asked;
  const prices = palette.getByRole("button", { name: /^Prices/ });
  await expect(prices).toHaveAttribute("data-selected");
  await page.keyboard.press("ArrowDown");
  release();
  await expect(palette.getByRole("button", { name: /Price sync/ })).toBeVisible();
  await expect(prices).toHaveAttribute("data-selected");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(at("/prices"));
});

test("an operator finds anything of any partner @rare", async ({ page, people }) => {
  const team = await people.team("Far Away");
  const email = `zoe@${team.code}.example`;
  const { id } = await people.business.customer(team, { email });
  const { key } = await people.issue(team, { label: "Till" });
  const { code: product } = await people.business.product(`Found ${team.code}`);
  const externalId = `inv-${team.code}`;
  const sale = { customerId: id, product, amount: 900, occurredAt: new Date(), externalId };
  await people.business.charge(team, [sale]);
  const gateway = await people.platformKey(`Gateway of ${team.code}`);
  await signIn(page, await people.operator());
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  const path = `/partners/${team.code}`;
  for (const [text, what, href] of [
    [email.toUpperCase(), "Customer", `${path}/customers/${id}`],
    [`${key.head}...${key.tail}`, "API key", `${path}/api-keys/${key.id}`],
    [externalId, "Charge", `${path}/charges\\?charge=chg_\\w+`],
    [gateway.key.tail, "Platform key", "/operator/platform-keys"],
  ] as const) {
    // On the partner's own pages, its own list has the key already.
    await page.goto("/operator");
    await hydrated(page);
    await page.keyboard.press("Control+k");
    await palette.getByRole("textbox").fill(text);
    const found = palette.getByRole("button", {
      name: new RegExp(`${what} · (Far Away|Platform)`),
    });
    // Four characters may also be a word of a page.
    if (text.length > 4) await expect(found).toHaveAttribute("data-selected");
    await found.click();
    await expect(page).toHaveURL(new RegExp(`${href}$`));
    await expect(palette).toBeHidden();
  }
  await page.goto("/operator");
  await hydrated(page);
  await page.keyboard.press("Control+k");
  await palette.getByRole("textbox").fill("far away");
  await expect(palette.getByRole("button", { name: new RegExp(team.code) })).toBeVisible();
  // A part of its name, in any case; a part of its code.
  await palette.getByRole("textbox").fill(`FOUND ${team.code}`);
  await expect(palette.getByRole("button", { name: new RegExp(product) })).toBeVisible();
  await palette.getByRole("textbox").fill(product.slice(1));
  await palette.getByRole("button", { name: `Found ${team.code}` }).click();
  await expect(page).toHaveURL(new RegExp(`/operator/products\\?search=${product}$`));
  await expect(page.getByRole("main").getByText(`Found ${team.code}`)).toBeVisible();
  await page.keyboard.press("Control+k");
  await palette.getByRole("textbox").fill("zoe@");
  await expect(palette).toContainText("No results");
  await expect(palette).toContainText("enter the whole email address");
  await palette.getByRole("textbox").fill("logs");
  await expect(palette.getByRole("button", { name: /^Audit log/ })).toBeVisible();
});

test("keyboard shortcuts open pages, are listed and turned off", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, team.owner, "/customers");
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page).toHaveURL(at("/prices"));
  await expect(page.getByRole("heading", { name: "Prices", level: 1 })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(at("/customers"));
  await expect(page.getByRole("searchbox")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  // In a field, the keys are typed instead of acting as shortcuts.
  await page.keyboard.type("g?");
  await expect(page.getByRole("searchbox")).toHaveValue("g?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("searchbox").blur();

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toContainText("Metrics");
  await help.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await expect(help).not.toContainText("Metrics");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/customers/);
});

test("text typed before the palette has loaded is searched for @rare", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, team.owner, "/customers");
  const field = page
    .getByRole("dialog", { name: "Search and commands" })
    .getByRole("textbox", { name: "Search and commands" });
  // Dispatched inside the page, because nothing outside is as fast. Without the palette, these keys
  // would open the prices.
  const press = (keys: string) =>
    page.evaluate(async (letters) => {
      for (const key of ["k", ...letters]) {
        const init = { key, ctrlKey: key === "k", bubbles: true, cancelable: true };
        document.body.dispatchEvent(new KeyboardEvent("keydown", init));
        await new Promise((next) => setTimeout(next));
      }
    }, keys);
  await press("gp");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("gp");
  await page.keyboard.type("r");
  await expect(field).toHaveValue("gpr");
  await expect(page).toHaveURL(at("/customers"));

  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await press("limit");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("limit");
});

test("viewers get no commands, operators no partner pages @rare", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, await people.member(team, "viewer"));
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("button", { name: "Customers" })).toBeVisible();
  await expect(palette.getByRole("button", { name: "New key" })).toHaveCount(0);
  await palette.getByRole("textbox").fill("dark");
  await palette.getByRole("button", { name: "Switch to dark theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");

  await page.context().clearCookies();
  await signIn(page, await people.operator());
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("button", { name: "Limit requests" })).toBeVisible();
  await expect(palette.getByRole("button", { name: "Customers" })).toHaveCount(0);
});
