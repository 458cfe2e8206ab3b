import { expect } from "playwright/test";
import { signIn } from "./people";
import { act, copy, rowOf, test } from "./test";

test("operators manage the platform's endpoints and find all events", async ({ page, people }) => {
  await signIn(page, await people.operator(), "/operator/webhooks?new=true");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Endpoint URL").fill("http://10.0.0.1/hooks");
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog.getByText("must begin with https://")).toBeVisible();
  // Nobody answers there.
  const host = `erp-${Date.now().toString(36)}.invalid`;
  await dialog.getByLabel("Endpoint URL").fill(`https://${host}/hooks`);
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await copy(dialog, "secret");
  await dialog.getByRole("button", { name: "Done" }).click();

  const team = await people.team(`Reported ${Date.now().toString(36)}`);
  await people.issue(team, { label: "Reported" });
  await page.goto("/operator/events");
  await page.getByRole("combobox", { name: "Partner" }).click();
  await page.getByRole("combobox", { name: "Partner" }).fill(team.name);
  await page.getByRole("option", { name: team.name }).click();
  // A product of another test is an event of every partner.
  await expect(rowOf(page, "key.created")).toHaveCount(1);
  await expect(rowOf(page, "key.created")).toContainText(team.name);
  await page.getByRole("button", { name: "key.created" }).click();
  await expect(dialog.getByText('"label": "Reported"')).toBeVisible();
  await expect(dialog.getByRole("link", { name: team.name })).toBeVisible();
  await dialog.getByRole("link", { name: host }).click();

  await expect(page.getByRole("heading", { level: 1, name: host })).toBeVisible();
  await expect(dialog.getByText("key.created", { exact: true })).toBeVisible();
  await page.goto("/operator/webhooks");
  await act(page, `https://${host}/hooks`, "Delete");
  await dialog.getByRole("button", { name: "Delete endpoint" }).click();
  await expect(rowOf(page, host)).toHaveCount(0);
});
