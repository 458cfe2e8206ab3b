import { expect, type Page } from "playwright/test";
import type { Scene } from "./scenes";

/** Customers with a column that is not theirs, or with rows that can't be imported. */
export const CUSTOMERS =
  "email,external_id,name,metadata.plan\nann@example.com,c-1,Ann Lee,pro\nno address,c-2,Bo,pro\ncy@example.com,c-3,Cy\ndi@example.com,c-4,Di Ng,basic\n";

/** Chooses a file on a page with a field for one. */
export async function chooseFile(page: Page, text: string | Buffer, name = "customers.csv") {
  const buffer = typeof text === "string" ? Buffer.from(text) : text;
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/csv", buffer });
}

const scene = (name: string, open: (page: Page) => Promise<unknown>): Scene => ({
  name,
  as: "operator",
  open: async (page) => {
    await page.goto("/operator/imports/new");
    await expect(page.getByRole("heading", { name: "New import" })).toBeVisible();
    await open(page);
  },
});

export const IMPORT_SCENES: readonly Scene[] = [
  scene("New import", async () => {}),
  scene("New import, with a file that can't be imported", async (page) => {
    await chooseFile(page, "email,nmae\na@example.com,A\n");
    await expect(page.getByText("Did you mean name?")).toBeVisible();
  }),
  scene("New import, with a preview", async (page) => {
    await page.getByRole("combobox", { name: "Partner" }).fill("Seen From All");
    await page.getByRole("option", { name: "Seen From All Sides" }).first().click();
    await chooseFile(page, CUSTOMERS);
    await expect(page.getByRole("region", { name: "First rows" })).toBeVisible();
  }),
];
