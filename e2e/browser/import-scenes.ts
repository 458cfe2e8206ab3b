import { expect, type Page } from "playwright/test";
import { at, heading, inOrder, type Scene, scene, text } from "./scene";

/** Customers with a column that is not theirs, or with rows that can't be imported. */
export const CUSTOMERS =
  "email,external_id,name,metadata.plan\nann@example.com,c-1,Ann Lee,pro\nno address,c-2,Bo,pro\ncy@example.com,c-3,Cy\ndi@example.com,c-4,Di Ng,basic\n";

/** Chooses a file on a page with a field for one. */
export async function chooseFile(page: Page, text: string | Buffer, name = "customers.csv") {
  const buffer = typeof text === "string" ? Buffer.from(text) : text;
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/csv", buffer });
}

const newImport = inOrder(at("/operator/imports/new"), heading("New import"));

export const IMPORT_SCENES: readonly Scene[] = [
  scene("New import", "operator", newImport),
  scene(
    "New import, with a file that can't be imported",
    "operator",
    newImport,
    (page) => chooseFile(page, "email,nmae\na@example.com,A\n"),
    text("Did you mean name?"),
  ),
  scene("New import, with a preview", "operator", newImport, async (page) => {
    await page.getByRole("combobox", { name: "Partner" }).click();
    await page.getByRole("combobox", { name: "Partner" }).fill("Seen From All");
    await page.getByRole("option", { name: "Seen From All Sides" }).first().click();
    await chooseFile(page, CUSTOMERS);
    await expect(page.getByRole("region", { name: "First rows" })).toBeVisible();
  }),
];
