import { expect, type Route } from "playwright/test";
import { at } from "./dashboard";
import { signIn } from "./people";
import {
  act,
  callApi,
  clipboard,
  copy,
  createKey,
  mayLeave,
  revealed,
  rowOf,
  test,
  withoutScopes,
} from "./test";

test("a new key is created, copied and used for its first request", async ({ page, people }) => {
  const team = await people.team("Main Job Inc");
  await signIn(page, team.owner);
  await expect(page.getByText("No keys yet")).toBeVisible();

  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  for (const box of await dialog.getByRole("checkbox").all()) await expect(box).not.toBeChecked();
  await dialog.getByLabel("Name").fill("Billing sync");
  await dialog.getByRole("button", { name: "Read only" }).click();
  await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(6);
  // A new key expires, unless its creator chooses otherwise and reads what that means.
  const expiration = dialog.getByLabel("Expiration");
  await expect(expiration).toHaveValue("90");
  await expiration.selectOption("Never");
  await expect(expiration).toHaveAccessibleDescription(/stays valid until someone revokes it/);
  await expiration.selectOption("In 90 days");
  await dialog.getByRole("button", { name: "Limit to IP addresses" }).click();
  await dialog.getByLabel("IP addresses").fill("127.0.0.1 ::1");
  await dialog.getByRole("button", { name: "Create key" }).click();

  const plaintext = await revealed(page);
  expect(await mayLeave(page), "a key that nobody has copied").toBe(false);
  await copy(dialog, "key");
  expect(await clipboard(page)).toBe(plaintext);
  await expect.poll(() => mayLeave(page)).toBe(true);
  await dialog.getByRole("button", { name: "Copy curl" }).click();
  const origin = new URL(page.url()).origin;
  const curl = `curl -H "Authorization: Bearer ${plaintext}" ${origin}/api/v1/reseller/me`;
  expect(await clipboard(page)).toBe(curl);
  await expect(dialog.getByRole("status")).toHaveText("Waiting for your first request…");

  const { status, body } = await callApi(plaintext);
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: "Main Job Inc", status: "active", revshare_pct: 22.5 });
  await expect(dialog.getByRole("status")).toContainText("First request received");

  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  const row = rowOf(page, "Billing sync");
  await expect(row).toContainText(`${plaintext.slice(0, 8)}...${plaintext.slice(-4)}`);
  await expect(row).toContainText("300/min");
  await expect(row).toContainText("just now");
  await expect(row).toContainText("expires in 90 days");
});

test("the warning before closing an uncopied key goes once it is copied @rare", async ({
  page,
  people,
}) => {
  await signIn(page, (await people.team()).owner);
  await createKey(page, "Saved late");
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("Escape");
  const warning = dialog.getByRole("alert");
  await warning.getByRole("button", { name: "Copy key" }).click();
  await expect(warning).toBeHidden();
  await expect(dialog.getByText("Copied", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Done" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
});

test("closing before the key is copied is confirmed once @rare", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner);
  const plaintext = await createKey(page, "Unsaved");
  const dialog = page.getByRole("dialog");
  await expect(page, "a reload opens no empty form").not.toHaveURL(/new=/);
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("alert")).toContainText("Close without copying?");
  expect(await revealed(page)).toBe(plaintext);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, "Unsaved")).toBeVisible();
});

test("a revoked key is rejected at its next request and stays listed", async ({ page, people }) => {
  const team = await people.team();
  const { plaintext } = await people.issue(team, { label: "Old import" });
  expect((await callApi(plaintext)).status).toBe(200);
  await signIn(page, team.owner);
  await act(page, "Old import", "Revoke");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("will get a 401 error starting immediately");
  await expect(dialog).toContainText(/Last used just now|Last used 1 min ago|Never used/);
  await dialog.getByRole("button", { name: "Revoke now" }).click();
  await expect(page.getByText("Old import revoked")).toBeVisible();
  const refused = await callApi(plaintext);
  expect(refused).toMatchObject({ status: 401, body: { code: "revoked_api_key" } });

  await expect(page.getByText("No active keys")).toBeVisible();
  await page.getByText("All 1", { exact: true }).click();
  await expect(rowOf(page, "Old import")).toContainText("Revoked");
  await expect(page).toHaveURL(at("/api-keys?show=all"));
  await page.reload();
  await expect(rowOf(page, "Old import")).toContainText(`by ${team.owner.email}`);
});

test("a key is scheduled to be revoked, then revoked at once @rare", async ({ page, people }) => {
  const team = await people.team();
  const { plaintext } = await people.issue(team, { label: "Retiring soon" });
  await signIn(page, team.owner);
  await act(page, "Retiring soon", "Revoke");
  await page.getByRole("radio", { name: "In 24 hours" }).check();
  await page.getByRole("button", { name: "Revoke in 24 hours" }).click();
  await expect(rowOf(page, "Retiring soon")).toContainText("Revoking soon");
  await expect(rowOf(page, "Retiring soon")).toContainText(/revoked in (1 day|24 hours)/);
  expect((await callApi(plaintext)).status).toBe(200);

  await act(page, "Retiring soon", "Revoke");
  await expect(page.getByRole("dialog").getByRole("radio")).toHaveCount(2);
  await page.getByRole("button", { name: "Revoke now" }).click();
  await expect(page.getByText("No active keys")).toBeVisible();
  expect((await callApi(plaintext)).status).toBe(401);
});

test("a revoke that waits for other servers says so @rare", async ({ page, people }) => {
  const team = await people.team();
  await people.issue(team, { label: "Slow" });
  await signIn(page, team.owner);
  const answers: (() => void)[] = [];
  await page.route("**/api/trpc/keys.revoke*", async (route) => {
    await new Promise<void>((answer) => answers.push(answer));
    await route.continue();
  });
  await act(page, "Slow", "Revoke");
  await page.clock.install();
  await page.getByRole("button", { name: "Revoke now" }).click();
  await expect.poll(() => answers.length).toBe(1);
  await page.clock.runFor(3_000);
  await expect(page.getByText("This is taking longer than usual.")).toHaveCount(0);
  await page.clock.runFor(2_000);
  await expect(page.getByRole("status").getByText("once every server applies it")).toBeVisible();
  for (const answer of answers) answer();
  await page.clock.resume();
  await expect(page.getByText("Slow revoked")).toBeVisible();
});

test("a change that had to wait for all servers says why @rare", async ({ page, people }) => {
  const team = await people.team();
  await people.issue(team, { label: "Late" });
  await signIn(page, team.owner);
  await page.route("**/api/trpc/keys.revoke*", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "latchkey-waited": "unconfirmed" };
    await route.fulfill({ response, headers });
  });
  await act(page, "Late", "Revoke");
  await page.getByRole("button", { name: "Revoke now" }).click();
  await expect(page.getByText("Change in effect everywhere")).toBeVisible();
  await expect(page.getByText("Late revoked")).toBeVisible();
});

test("rotation: both keys work until the old one is revoked", async ({ page, people }) => {
  const team = await people.team();
  const old = await people.issue(team, { label: "Store", scopes: ["prices:read"] });
  await callApi(old.plaintext);
  await signIn(page, team.owner);
  await act(page, "Store", "Rotate");
  await page.getByRole("button", { name: "Rotate key" }).click();
  const successor = await revealed(page);
  expect(successor).not.toBe(old.plaintext);
  await copy(page.getByRole("dialog"), "key");
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();

  expect((await callApi(old.plaintext)).status).toBe(200);
  expect((await callApi(successor)).status).toBe(200);
  const pair = rowOf(page, "Store");
  await expect(pair).toHaveCount(2);
  await expect(pair.last()).toContainText("being replaced by");
  await expect(pair.last()).toContainText("Still receiving traffic");
  const menus = page.getByRole("button", { name: "Actions for Store" });
  const names = await menus.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  expect(new Set(names).size, "the names of the rows' menus").toBe(2);
  await pair.last().getByRole("button", { name: "Actions for Store" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Revoke old key"]);
  await page.keyboard.press("Escape");
  for (const row of await pair.all()) await expect(row).toContainText("prices:read");

  await pair.last().getByRole("button", { name: "Actions for Store" }).click();
  await page.getByRole("menuitem", { name: "Revoke old key" }).click();
  await page.getByRole("button", { name: "Revoke now" }).click();
  await expect(pair).toHaveCount(1);
  expect((await callApi(old.plaintext)).status).toBe(401);
  expect((await callApi(successor)).status).toBe(200);
});

test("a double-click creates one key @rare", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner);
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Only one");
  await withoutScopes(page);
  await page.getByRole("button", { name: "Create key" }).dblclick();
  await revealed(page);
  await page.reload();
  await expect(rowOf(page, "Only one")).toHaveCount(1);
});

test("a key needs a name, a choice of scopes and a future date @rare", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner);
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("Enter a name")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByLabel("Name").fill("Yesterday's");
  // A key without scopes is usually a mistake.
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("Select scopes, or confirm")).toBeVisible();
  await withoutScopes(page);
  await dialog.getByLabel("Expiration").selectOption("Custom date…");
  await dialog.getByLabel("Expiration date").fill("2020-01-01");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText(/Must be in the future./i)).toBeVisible();
  await page.reload();
  await expect(page.getByText("No keys yet")).toBeVisible();
});

test("without a connection, the form keeps the input and recovers", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner);
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("On the train");
  await withoutScopes(page);
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Connection lost")).toBeVisible();
  await expect(dialog.getByRole("alert")).toContainText("Can't reach the server");
  await expect(dialog.getByLabel("Name")).toHaveValue("On the train");
  await page.context().setOffline(false);
  await expect(page.getByText("Connection lost")).toBeHidden();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await revealed(page);
});

test("after a lost response, trying again shows the one key @rare", async ({ page, people }) => {
  // The dialog is higher than the window.
  await page.setViewportSize({ width: 390, height: 600 });
  await signIn(page, (await people.team()).owner);
  let lost = "";
  const lose = async (route: Route) => {
    lost = await (await route.fetch()).text();
    await route.abort("connectionreset");
  };
  await page.route("**/api/trpc/keys.issue**", lose, { times: 1 });
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Seen at last");
  await withoutScopes(page);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByRole("alert")).toContainText("It may have done this already: try again");
  await expect(dialog.getByRole("alert")).toBeInViewport({ ratio: 1 });
  await dialog.getByRole("button", { name: "Create key" }).click();
  expect(lost).toContain(`"${await revealed(page)}"`);
  await page.reload();
  await expect(rowOf(page, "Seen at last")).toHaveCount(1);
});
