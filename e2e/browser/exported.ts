import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright/test";

/** Clicks the export and returns the saved file. */
export async function exported(page: Page): Promise<{ name: string; rows: string[][] }> {
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await saving;
  const text = await readFile(await file.path(), "utf8");
  return { name: file.suggestedFilename(), rows: parse(text, { bom: true }) };
}
