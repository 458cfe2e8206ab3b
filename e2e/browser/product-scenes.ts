import { expect, type Page } from "playwright/test";
import type { Scene } from "./scenes";

async function products(page: Page): Promise<void> {
  await page.goto("/operator/products?search=seen");
  await expect(page.getByRole("table", { name: "Products" })).toBeVisible();
}

/** Chooses an action of the first product: both workers of the browser tests add one of its name. */
async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Actions for Seen product" }).first().click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Products and minimum prices, for operators. */
export const PRODUCT_SCENES: readonly Scene[] = [
  { name: "products", as: "operator", open: products },
  {
    name: "New product, with mistakes",
    as: "operator",
    open: async (page) => {
      await page.goto("/operator/products?new=true");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Desk");
      await dialog.getByRole("button", { name: "Add product" }).click();
      await expect(dialog.getByText("Choose a currency.")).toBeVisible();
    },
  },
  {
    name: "Edit a product",
    as: "operator",
    open: async (page) => {
      await products(page);
      await choose(page, "Edit product");
      await expect(page.getByRole("dialog").getByLabel("Minimum price")).toHaveValue("10.00");
    },
  },
  {
    name: "Archive a product",
    as: "operator",
    open: async (page) => {
      await products(page);
      await choose(page, "Archive product");
      await expect(page.getByRole("dialog")).toContainText("billed as before");
    },
  },
];
