import { expect, type Page } from "playwright/test";
import { at, press, type Scene, scene, text } from "./scene";

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
  scene("notifications", "owner", notifications),
  scene("notifications, for an operator", "operator", notifications),
  scene("notifications, none", "newcomer", at("/notifications"), text("No notifications yet")),
  scene(
    "notifications, no match",
    "owner",
    at("/notifications?group=imports"),
    text("No matching notifications"),
  ),
  {
    ...scene(
      "the bell",
      "owner",
      notifications,
      at("/api-keys"),
      press(/^Notifications/),
      async (page) => {
        const bell = page.getByRole("dialog", { name: "Notifications" });
        await expect(bell.getByRole("listitem").first()).toBeVisible();
      },
    ),
    // On a phone its button is in another place, so the list closes where the page is widened.
    isWide: true,
  },
];
