import { expect } from "playwright/test";
import { stage } from "../support/stage";
import { signIn } from "./people";
import { act, copy, rowOf, test } from "./test";

/** Verifies a partner's key, as a gateway does. */
async function verify(platformKey: string, key: string) {
  const response = await fetch(`${stage().url}/api/v1/platform/keys/verify`, {
    method: "POST",
    headers: { authorization: `Bearer ${platformKey}`, "content-type": "application/json" },
    body: JSON.stringify({ key }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test("a platform key is created, seen once, rotated and revoked", async ({ page, people }) => {
  const team = await people.team("Behind A Gateway");
  const { plaintext: key } = await people.issue(team, { label: "Shop" });
  const label = `Gateway ${team.code}`;
  await signIn(page, await people.operator(), "/operator/platform-keys");
  await page.getByRole("button", { name: "New platform key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(label);
  await dialog.getByRole("checkbox", { name: "keys:verify" }).check();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("Save your platform key")).toBeVisible();
  const secret = (await dialog.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^psk_[0-9A-Za-z]{36}$/);
  await copy(dialog, "key");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);

  const row = rowOf(page, label);
  await expect(row).toContainText("Active");
  await expect(page.locator("body")).not.toContainText(secret);
  expect(await verify(secret, key)).toMatchObject({ status: 200, body: { valid: true } });

  await act(page, label, "Set limit");
  await dialog.getByRole("radio", { name: "Custom limit" }).check();
  await dialog.getByRole("textbox", { name: "Limit" }).fill("600");
  await dialog.getByRole("button", { name: "Set limit" }).click();
  await expect(row).toContainText("600/min, bursts of 100");
  await act(page, label, "Edit IP addresses");
  await dialog.getByLabel("IP addresses").fill("198.51.100.0/24\n2001:db8::/32");
  await dialog.getByRole("button", { name: "Save addresses" }).click();
  await expect(row).toContainText("only from 198.51.100.0/24 and 1 more");
  expect((await verify(secret, key)).body).toMatchObject({ code: "address_not_allowed" });
  await act(page, label, "Edit IP addresses");
  await dialog.getByLabel("IP addresses").fill("");
  await dialog.getByRole("button", { name: "Allow any address" }).click();
  await expect(row).not.toContainText("only from");

  await act(page, label, "Rotate key");
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  await expect(dialog.getByText("Save your platform key")).toBeVisible();
  await copy(dialog, "key");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(rowOf(page, label)).toHaveCount(2);

  await rowOf(page, label)
    .last()
    .getByRole("button", { name: `Actions for ${label}` })
    .click();
  await page.getByRole("menuitem", { name: "Revoke key" }).click();
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(rowOf(page, label).last()).toContainText("Revoked");
  expect(await verify(secret, key)).toMatchObject({
    status: 401,
    body: { code: "revoked_api_key" },
  });
});
