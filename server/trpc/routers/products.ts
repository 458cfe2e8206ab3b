import { saveProduct } from "../../core/products/mutations";
import { listProducts } from "../../core/products/queries";
import { ProductSave, ProductSearch } from "../../core/products/schema";
import { operatorProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

/** What partners resell, and the least they may charge for it. */
export const productsRouter = router({
  /** With the number of partners that have set a price of their own. */
  list: operatorProcedure
    .input(ProductSearch.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listProducts(ctx.call, input)),

  create: operatorProcedure
    .input(ProductSave)
    .mutation(({ ctx, input }) => saveProduct(ctx.call, { ...input, only: "new" })),

  /** Raises partners' prices that are below the new minimum. */
  update: operatorProcedure
    .input(ProductSave)
    .mutation(({ ctx, input }) => saveProduct(ctx.call, { ...input, only: "existing" })),
});
