import { action, OPERATORS_ONLY } from "../kernel/access";

export const PRODUCT_SAVED = action("product.saved", {
  ...OPERATORS_ONLY,
  platformScope: "products:write",
});
