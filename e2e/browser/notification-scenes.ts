import { expect, type Page } from "playwright/test";
import type { Scene } from "./scenes";

async function notifications(page: Page): Promise<void> {
  // People are notified a moment after the fact.
  await expect(async () => {
    await page.goto("/notifications");
    await expect(page.getByRole("table", { name: "Notifications" })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
}

/** The list of notifications, and the bell. */
export const NOTIFICATION_SCENES: readonly Scene[] = [
  { name: "notifications", as: "owner", open: notifications },
  { name: "notifications, for an operator", as: "operator", open: notifications },
  {
    name: "notifications, none",
    as: "newcomer",
    open: async (page) => {
      await page.goto("/notifications");
      await expect(page.getByText("No notifications yet")).toBeVisible();
    },
  },
  {
    name: "notifications, no match",
    as: "owner",
    open: async (page) => {
      await page.goto("/notifications?group=imports");
      await expect(page.getByText("No matching notifications")).toBeVisible();
    },
  },
  {
    name: "the bell",
    // On a phone its button is in another place, so the list closes where the page is widened.
    isWide: true,
    as: "owner",
    open: async (page) => {
      await notifications(page);
      await page.goto("/api-keys");
      await page.getByRole("button", { name: /^Notifications/ }).click();
      const bell = page.getByRole("dialog", { name: "Notifications" });
      await expect(bell.getByRole("listitem").first()).toBeVisible();
    },
  },
];
