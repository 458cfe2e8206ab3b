import { expect, type Page } from "playwright/test";
import { at } from "./dashboard";
import { signIn } from "./people";
import { callApi, clipboard, revealed, rowOf, test } from "./test";

/** Presses Tab until the named control has the focus; fails if Tab never reaches it. */
async function tabTo(
  page: Page,
  role: "button" | "link" | "textbox" | "checkbox",
  name: string | RegExp,
) {
  const wanted = page.getByRole(role, { name, exact: typeof name === "string" });
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    if (await wanted.evaluate((node) => node === document.activeElement)) return wanted;
  }
  throw new Error(`Tab never reached ${role} "${name}"`);
}

// Without motion a dialog is removed before the list behind it is refetched, with motion after.
for (const reducedMotion of ["no-preference", "reduce"] as const) {
  const rare = reducedMotion === "reduce" ? " @rare" : "";
  test(`keys by keyboard alone; motion: ${reducedMotion}${rare}`, async ({ page, people }) => {
    await page.emulateMedia({ reducedMotion });
    const { owner } = await people.team();
    await page.goto("/sign-in?callbackUrl=%2Fapi-keys");
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.keyboard.type(owner.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(owner.password);
    // Enter does nothing while the button is disabled, as it is until hydration.
    await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(at("/api-keys"));
    await expect(page.getByText("No keys yet")).toBeVisible();

    await tabTo(page, "button", "New key");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await page.keyboard.type("No mouse");
    const box = await tabTo(page, "checkbox", "prices:read");
    await page.keyboard.press("Space");
    await expect(box).toBeChecked();
    await page.keyboard.press("Enter");

    await expect(dialog.getByRole("button", { name: "Copy key" })).toBeFocused();
    const plaintext = await revealed(page);
    await page.keyboard.press("Enter");
    await expect.poll(() => clipboard(page)).toBe(plaintext);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    // The button of the empty state is gone, so the focus is on the heading, before its
    // replacement.
    await expect(page.getByRole("heading", { name: "API keys" })).toBeFocused();
    const newKey = await tabTo(page, "button", "New key");
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(newKey).toBeFocused();
    expect((await callApi(plaintext)).status).toBe(200);

    const actions = await tabTo(page, "button", /^Actions for No mouse/);
    const revoke = page.getByRole("menuitem", { name: "Revoke" });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(actions, "after the menu").toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(revoke).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(actions, "after a dialog from the menu").toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(dialog.locator(":focus")).toHaveCount(1);
    await tabTo(page, "button", "Revoke now");
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("heading", { name: "API keys" })).toBeFocused();
    expect((await callApi(plaintext)).status).toBe(401);

    await page.reload();
    await expect(page.getByText("No active keys")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.getByRole("button", { name: owner.email }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menu").locator(":focus")).toHaveCount(1);
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/sign-in");
  });
}

test("at a zoom of 400%, the buttons of a dialog hide no focus @rare", async ({
  people,
  openElsewhere,
}) => {
  // 1280 x 1024 pixels.
  const page = await openElsewhere({ viewport: { width: 320, height: 256 } });
  await signIn(page, (await people.team()).owner, "/customers?new=true");
  const dialog = page.getByRole("dialog", { name: "New customer" });
  await expect(dialog.getByLabel("Email")).toBeFocused();
  const focused = () =>
    page.evaluate(() => {
      const field = document.activeElement ?? document.body;
      const { left, top, width, height } = field.getBoundingClientRect();
      const shown = document.elementFromPoint(left + width / 2, top + height / 2);
      return { name: field.id, isShown: field.contains(shown) };
    });
  const hidden: string[] = [];
  for (let n = 0; n < 7; n++) {
    await page.keyboard.press("Tab");
    const { name, isShown } = await focused();
    if (!isShown) hidden.push(name);
  }
  expect(hidden).toEqual([]);
});

test("the focus stays inside an open dialog", async ({ page, people }) => {
  const team = await people.team();
  await people.issue(team, { label: "Held" });
  await signIn(page, team.owner);
  await expect(rowOf(page, "Held")).toBeVisible();
  await page.getByRole("button", { name: "New key" }).click();
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press("Tab");
    const isInside = await page.evaluate(
      () => document.activeElement?.closest("[role=dialog]") !== null,
    );
    expect(isInside).toBe(true);
  }
});

test("on a phone, the focus passes a closed navigation, and Escape closes an open one", async ({
  page,
  people,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, (await people.team()).owner);
  await expect(page.getByText("No keys yet")).toBeVisible();
  const burger = page.getByRole("button", { name: "Open navigation" });
  await burger.focus();
  await page.keyboard.press("Tab");
  await expect(page.locator("main :focus")).toHaveCount(1);

  await burger.click();
  const link = page.getByRole("link", { name: "Logs", exact: true });
  await link.focus();
  await page.keyboard.press("Escape");
  await expect(burger).toBeFocused();
  await expect(link).toBeHidden();

  await burger.click();
  await page.getByRole("button", { name: "New key" }).focus();
  await expect(link).toBeHidden();
});
