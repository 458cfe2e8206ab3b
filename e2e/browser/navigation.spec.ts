import { expect } from "playwright/test";
import { deferred } from "../../server/testing/deferred";
import { signIn } from "./people";
import { test } from "./test";

test("a clicked link is marked, and a bar shows until its page loads", async ({ page, people }) => {
  const team = await people.team();
  await signIn(page, team.owner);
  const { promise: released, resolve: release } = deferred();
  const path = `/partners/${team.code}/customers`;
  // Prefetched pages open without a request.
  await page.route(
    (url) => url.searchParams.has("_rsc") && url.pathname !== path,
    // Not aborted: Next would take that for a lost connection, and try again.
    (route) => route.fulfill({ status: 404 }),
  );
  await page.route(
    (url) => url.searchParams.has("_rsc") && url.pathname === path,
    async (route) => {
      await released;
      await route.fallback();
    },
  );
  await page.reload();
  const link = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Customers" });
  await link.click();
  await expect(link.locator("[data-pending]")).toBeAttached();
  await expect(page.getByRole("progressbar", { name: "Loading page" })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: "Customers" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Loading page" })).toHaveCount(0);
  await expect(link.locator("[data-pending]")).toHaveCount(0);
});

test("a link clicked offline opens once online again", async ({ page, people, context }) => {
  const team = await people.team();
  await signIn(page, team.owner);
  await expect(page.getByRole("heading", { name: "API keys" })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("Connection lost. Reconnecting…")).toBeVisible();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Settings" })
    .click();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Payouts" })
    .click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByText("Connection lost. Reconnecting…")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Payouts" })).toBeVisible();
  await expect(page.getByText("Connection lost. Reconnecting…")).toHaveCount(0);
});

for (const { title, width, height } of [
  { title: "a small laptop", width: 1366, height: 620 },
  { title: "a phone on its side", width: 740, height: 360 },
]) {
  test(`every link of the navigation can be reached on ${title}`, async ({ page, people }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, await people.operator());
    const navigation = page.getByRole("navigation", { name: "Main" });
    const opener = page.getByRole("button", { name: "Open navigation" });
    if (width < 768) await opener.click();
    await navigation.getByRole("link", { name: "Account" }).click();
    await expect(page).toHaveURL(/\/account$/);
    if (width < 768) await opener.click();
    await navigation.getByRole("button", { name: "Operator" }).click();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeInViewport();

    // The width from which the navigation is always open, and that of many tablets.
    await page.setViewportSize({ width: 768, height });
    await expect(page.getByRole("button", { name: /^Notifications/ })).toBeVisible();
  });
}
