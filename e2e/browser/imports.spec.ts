import { readFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { deferred } from "../../server/testing/deferred";
import { exported } from "./exported";
import { CUSTOMERS, chooseFile } from "./import-scenes";
import { type Person, signIn } from "./people";
import { mayLeave, test } from "./test";

async function open(page: Page, partner: string, operator?: Person): Promise<void> {
  const path = `/operator/imports/new?partner=${partner}`;
  await (operator ? signIn(page, operator, path) : page.goto(path));
  await expect(page.getByRole("heading", { name: "New import" })).toBeVisible();
}

const figure = (page: Page, list: string, label: string) =>
  page.getByRole("list", { name: list }).getByRole("listitem").filter({ hasText: label });

const many = (code: string, count: number) =>
  `email,metadata.note\n${Array.from({ length: count }, (_, n) => `p${n}@${code}.example,"Two\nlines"`).join("\n")}\n`;

test("a file is checked, imported, and its rejected rows corrected", async ({ page, people }) => {
  const { code } = await people.team();
  await open(page, code, await people.operator());
  await chooseFile(page, CUSTOMERS);
  const rows = page.getByRole("region", { name: "First rows" });
  await expect(rows.getByRole("row").filter({ hasText: "no address" })).toContainText("email:");
  await expect(rows.getByRole("row").filter({ hasText: "Ann Lee" })).toContainText("OK");
  await expect(rows.getByRole("row").filter({ hasText: "The line has 3 cells" })).toBeVisible();
  await expect(figure(page, "Preview", "New")).toContainText("2");

  await page.getByRole("button", { name: "Start import" }).click();
  await expect(page).toHaveURL(/\/operator\/imports\/imp_/);
  await expect(page.getByText("Has errors")).toBeVisible();
  await expect(figure(page, "Rows", "Imported")).toContainText("2");
  await expect(figure(page, "Rows", "Errors")).toContainText("2");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download rejected rows" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("customers-rejected.csv");
  const rejected = await readFile(await download.path(), "utf8");
  expect(rejected).toContain("rejected_line,rejected_reason,email,external_id,name,metadata.plan");

  await open(page, code);
  await chooseFile(page, rejected.replace("no address", "bo@example.com").replace("Cy", "Cy,x"));
  await expect(figure(page, "Preview", "New")).toContainText("2");
  await page.getByRole("button", { name: "Start import" }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
});

test("one file can be dropped on the page, but not several @rare", async ({ page, people }) => {
  const { code } = await people.team();
  await open(page, code, await people.operator());
  const drop = (count: number) =>
    page.evaluate(
      ([text, files]) => {
        const dataTransfer = new DataTransfer();
        for (let n = 0; n < files; n += 1) dataTransfer.items.add(new File([text], `drop${n}.csv`));
        return ["dragover", "drop"].map((type) => {
          const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
          return document.body.dispatchEvent(event);
        });
      },
      [CUSTOMERS, count] as const,
    );
  // Not handled, the browser would open the file instead of the page.
  expect(await drop(2)).toEqual([false, false]);
  await expect(page.getByText("Drop a single file.")).toBeVisible();
  expect(await drop(1)).toEqual([false, false]);
  await expect(page.getByText("drop0.csv")).toBeVisible();
  await expect(figure(page, "Preview", "New")).toContainText("2");
  await expect(page.getByText("Drop a single file.")).toHaveCount(0);
});

test("an import is paused, left, continued from its file, canceled", async ({ page, people }) => {
  const { code } = await people.team();
  await open(page, code, await people.operator());
  const text = many(code, 6_000);
  await chooseFile(page, text);
  await expect(page.getByRole("button", { name: "Start import" })).toBeVisible();
  // Parts wait at the network until they may go.
  let mayWrite = 2;
  await page.route("**/api/trpc/imports.write**", (route) =>
    mayWrite-- > 0 ? route.continue() : route.abort(),
  );
  await page.getByRole("button", { name: "Start import" }).click();
  await expect(page.getByText("Waiting to try again.")).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused.")).toBeVisible();
  const url = page.url();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto("/operator/imports");
  await page.unroute("**/api/trpc/imports.write**");
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Running elsewhere" })).toBeVisible();
  await chooseFile(page, many(code, 5));
  await expect(page.getByText("This isn't the file of this import.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue import" })).toBeDisabled();
  await chooseFile(page, text);
  await page.getByRole("button", { name: "Continue import" }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  await expect(figure(page, "Rows", "Imported")).toContainText("6,000");

  await open(page, code);
  await chooseFile(page, many(code, 6_001));
  await expect(page.getByRole("button", { name: "Start import" })).toBeVisible();
  await page.route("**/api/trpc/imports.write**", (route) => route.abort());
  await page.getByRole("button", { name: "Start import" }).click();
  await expect(page.getByText("Waiting to try again.")).toBeVisible();
  // A download is no reason to ask, and if it fails, it doesn't end the upload.
  const asked: string[] = [];
  page.on("dialog", (question) => asked.push(question.type()));
  const run = page.url();
  const navigation = page.getByRole("navigation", { name: "Main" });
  await navigation.getByRole("link", { name: "Charges" }).click();
  expect((await exported(page)).name).toMatch(/^platform-charges-/);
  await page.context().setOffline(true);
  const failing = page.waitForEvent("popup", { timeout: 30_000 });
  await page.getByRole("link", { name: "Export CSV" }).click();
  await (await failing).close();
  await page.context().setOffline(false);
  await page.goBack();
  await expect(page).toHaveURL(run);
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Cancel import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel import" }).click();
  await expect(page.getByText("Canceled", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Upload" })).toBeHidden();
});

test("an upload whose session ends goes on after the next sign-in @rare", async ({
  page,
  people,
}) => {
  const { code } = await people.team();
  const operator = await people.operator();
  await signIn(page, operator);
  await open(page, code);
  const text = many(code, 3_000);
  await chooseFile(page, text);
  await expect(page.getByRole("button", { name: "Start import" })).toBeVisible();
  let mayWrite = 1;
  await page.route("**/api/trpc/imports.write**", (route) =>
    mayWrite-- > 0 ? route.continue() : route.abort(),
  );
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await page.getByRole("button", { name: "Start import" }).click();
  await expect(page.getByText("Waiting to try again.")).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  const imported = page.url();
  await people.endSessions(operator);
  await expect(page).toHaveURL(/\/sign-in/);
  expect(questions).toEqual([]);
  await page.unroute("**/api/trpc/imports.write**");
  await signIn(page, operator, new URL(imported).pathname);
  await expect(page.getByRole("heading", { name: "Running elsewhere" })).toBeVisible();
  await expect(figure(page, "Rows", "Imported")).toContainText("1,000");
  await chooseFile(page, text);
  await page.getByRole("button", { name: "Continue import" }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  await expect(figure(page, "Rows", "Imported")).toContainText("3,000");
  await expect(figure(page, "Rows", "Already existed")).toContainText("0");
});

test("nothing is imported twice, also by a second tab @rare", async ({ page, people, context }) => {
  const { code } = await people.team();
  await open(page, code, await people.operator());
  const text = many(code, 4_000);
  await chooseFile(page, text);
  await expect(page.getByRole("button", { name: "Start import" })).toBeVisible();
  let calls = 0;
  const { promise: held, resolve: release } = deferred();
  await page.route("**/api/trpc/imports.write**", async (route) => {
    calls++;
    if (calls === 1) {
      await route.fetch();
      return route.abort();
    }
    if (calls === 3) await held;
    return route.continue();
  });
  await page.getByRole("button", { name: "Start import" }).click();
  await expect.poll(() => calls).toBe(3);
  const other = await context.newPage();
  await other.goto(page.url());
  await chooseFile(other, text);
  await other.getByRole("button", { name: "Continue import" }).click();
  await expect(other.getByText("Completed", { exact: true })).toBeVisible();
  await expect(figure(other, "Rows", "Imported")).toContainText("4,000");
  await expect.poll(() => mayLeave(page)).toBe(false);
  release();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  await expect.poll(() => mayLeave(page), "nothing is under way").toBe(true);
});

test.describe("what can't be imported is said before anything is written:", () => {
  const FILES: readonly [string, string | Buffer, string][] = [
    ["an empty file", "", "The file has no rows."],
    ["a header only", "email\r\n", "The file has no rows."],
    ["UTF-16", Buffer.from("\ufeffemail\na@b.example\n", "utf16le"), "Save it as UTF-8."],
    ["Latin-1", Buffer.from("email,name\na@b.example,Bj\u00f6rn\n", "latin1"), "Not valid UTF-8."],
    ["a column twice", "email,email\na,b\n", "more than once"],
    ["a line of 10 MB", `email\n"${"x".repeat(10_000_000)}`, "is longer than 65536 characters"],
  ];
  test("files with faults @rare", async ({ page, people }) => {
    const { code } = await people.team();
    await open(page, code, await people.operator());
    for (const [what, file, message] of FILES) {
      await test.step(what, async () => {
        await chooseFile(page, file);
        await expect(page.getByText(message).first()).toBeVisible();
        await expect(page.getByRole("button", { name: "Start import" })).toHaveCount(0);
        await page.getByRole("button", { name: "Remove file" }).click();
        await expect(page.getByText(message)).toHaveCount(0);
      });
    }
  });
});
