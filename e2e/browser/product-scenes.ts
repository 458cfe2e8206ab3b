import { expect } from "playwright/test";
import { at, chooseFirst, inOrder, type Scene, scene, table } from "./scene";

const products = inOrder(at("/operator/products?search=seen"), table("Products"));

/** Chooses an action of the first product: both workers of the browser tests add one of its name. */
const chosen = (action: string) =>
  inOrder(products, chooseFirst(/^Actions for Seen product/, action));

/** Products and minimum prices, for operators. */
export const PRODUCT_SCENES: readonly Scene[] = [
  scene("products", "operator", products),
  scene(
    "New product, with mistakes",
    "operator",
    at("/operator/products?new=true"),
    async (page) => {
      const form = page.getByRole("dialog");
      await form.getByLabel("Name").fill("Desk");
      await form.getByRole("button", { name: "Add product" }).click();
      await expect(form.getByText("Choose a currency.")).toBeVisible();
    },
  ),
  scene("Edit a product", "operator", chosen("Edit product"), (page) =>
    expect(page.getByRole("dialog").getByLabel("Minimum price")).toHaveValue("10.00"),
  ),
  scene("Archive a product", "operator", chosen("Archive product"), (page) =>
    expect(page.getByRole("dialog")).toContainText("billed as before"),
  ),
];
