import { expect } from "playwright/test";
import { signIn } from "./people";
import { act, test } from "./test";

test("an alert is created, listed, edited and deleted", async ({ page, people }) => {
  const team = await people.team();
  await people.issue(team, { label: "Shop" });
  const till = await people.issue(team, { label: "Till" });
  await signIn(page, team.owner, "/settings/alerts");
  await page.getByRole("button", { name: "New alert" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("API key").selectOption(till.key.id);
  await dialog.getByLabel("Share of requests").fill("25");
  await expect(dialog).toContainText("At least 25% of requests from Till are rate limited");
  await dialog.getByRole("button", { name: "Create alert" }).click();
  await expect(dialog).toHaveCount(0);
  const rows = page.getByRole("table", { name: "Alerts" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("At least 25% of requests from Till are rate limited");
  await expect(rows).toContainText("OK");

  await act(page, "At least 25% of requests from Till are rate limited", "Edit threshold");
  await expect(dialog.getByRole("button", { name: "Save threshold" })).toBeDisabled();
  await dialog.getByLabel("Share of requests").fill("101");
  await dialog.getByRole("button", { name: "Save threshold" }).click();
  await expect(dialog).toContainText("Enter a number from 1 to 100.");
  await dialog.getByLabel("Share of requests").fill("30");
  await dialog.getByRole("button", { name: "Save threshold" }).click();
  await expect(rows).toContainText("At least 30% of requests from Till are rate limited");

  await act(page, "At least 30% of requests from Till are rate limited", "Delete");
  await dialog.getByRole("button", { name: "Delete alert" }).click();
  await expect(page.getByText("No alerts yet")).toBeVisible();
});
