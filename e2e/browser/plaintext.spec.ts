import { expect } from "playwright/test";
import { productLog } from "../support/stage";
import { holdResponse } from "./held";
import { signIn } from "./people";
import { act, callApi, copy, createKey, revealed, test, withoutScopes } from "./test";
import { heapOf, tracesOf } from "./traces";

for (const [way, rare] of [
  ["New key", ""],
  ["Rotate", " @rare"],
] as const) {
  test(`${way}: after the dialog is closed, the key is nowhere${rare}`, async ({
    page,
    people,
  }) => {
    const team = await people.team();
    if (way === "Rotate") await people.issue(team, { label: "Old" });
    await signIn(page, team.owner);
    const replies: { path: string; body: Promise<string> }[] = [];
    page.on("response", (response) => {
      const path = new URL(response.url()).pathname;
      replies.push({ path, body: response.text().catch(() => "") });
    });
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url(), request.postData() ?? ""));

    let plaintext: string;
    if (way === "New key") plaintext = await createKey(page, "Secret");
    else {
      await act(page, "Old", "Rotate");
      await page.getByRole("button", { name: "Rotate key" }).click();
      plaintext = await revealed(page);
    }
    expect(await heapOf(page), "the search finds what is there").toContain(plaintext);
    await callApi(plaintext);
    await expect(page.getByText("First request received")).toBeVisible();
    await copy(page.getByRole("dialog"), "key");
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    const carriers = await Promise.all(
      replies.map(async ({ body }) => (await body).includes(plaintext)),
    );
    expect(carriers.filter(Boolean), "one reply carries it").toHaveLength(1);
    replies.length = 0;

    expect(await tracesOf(page)).not.toContain(plaintext);
    await expect.poll(async () => (await heapOf(page)).includes(plaintext)).toBe(false);
    await page.reload();
    await expect(page.getByRole("table")).toBeVisible();
    expect(await tracesOf(page)).not.toContain(plaintext);
    for (const { path, body } of replies) expect(await body, path).not.toContain(plaintext);
    for (const url of urls) expect(url).not.toContain(plaintext);
    expect(productLog()).not.toContain(plaintext);
  });
}

test("going back in the browser's history doesn't show the key again", async ({ page, people }) => {
  await signIn(page, (await people.team()).owner, "/account");
  await page.getByRole("link", { name: "API keys" }).click();
  const plaintext = await createKey(page, "Gone");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
  await expect(page.getByText(NOT_COPIED)).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("table")).toBeVisible();
  expect(await tracesOf(page)).not.toContain(plaintext);
  await expect.poll(async () => (await heapOf(page)).includes(plaintext)).toBe(false);
});

const NOT_COPIED = "New key not copied";

test("a key that is created after its page was left is reported @rare", async ({
  page,
  people,
}) => {
  const team = await people.team();
  await people.issue(team, { label: "Rotated" });
  await signIn(page, team.owner, "/account");
  await page.getByRole("link", { name: "API keys" }).click();
  const { arrived, release } = await holdResponse(page, "keys.rotate");
  await act(page, "Rotated", "Rotate");
  await page.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click();
  const plaintext = /rsk_[0-9A-Za-z]{36}/.exec(await arrived)?.[0] ?? "";
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
  release();
  const notice = page.getByRole("alert").filter({ hasText: NOT_COPIED });
  await expect(notice).toContainText("revoke it and create another one");
  expect(plaintext).not.toBe("");
  await expect.poll(async () => (await heapOf(page)).includes(plaintext)).toBe(false);
});

test("a dialog that Back closed opens again with the created key @rare", async ({
  page,
  people,
}) => {
  await signIn(page, (await people.team()).owner);
  const { arrived, release } = await holdResponse(page, "keys.issue");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("new key");
  await page.getByRole("dialog").getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog", { name: "New key" });
  await dialog.getByLabel("Name").fill("Unseen");
  await withoutScopes(page);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await arrived;
  await page.goBack();
  await expect(dialog).toBeHidden();
  release();
  expect(await revealed(page)).toMatch(/^rsk_/);
});
