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
