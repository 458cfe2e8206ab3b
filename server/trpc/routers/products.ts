import { z } from "zod";
import { archiveProduct, saveProduct } from "../../core/products/mutations";
import { listProducts } from "../../core/products/queries";
import { ProductCode, ProductSave, ProductSearch } from "../../core/products/schema";
import { calls } from "../calls";
import { operatorProcedure, router, withSeen } from "../init";
import { FORWARD, onward } from "../paging";

const One = z.strictObject({ code: ProductCode });

/** The products that partners resell, with their minimum prices. */
export const productsRouter = router({
  /** With the number of partners that have set a price of their own. */
  list: operatorProcedure
    .input(ProductSearch.extend(FORWARD).transform(onward))
    .query(calls(listProducts)),

  create: operatorProcedure
    .input(ProductSave)
    .mutation(({ ctx, input }) => saveProduct(ctx.call, { ...input, only: "new" })),

  /** Raises partners' prices that are below the new minimum. */
  update: operatorProcedure
    .concat(withSeen("name", "floor", "defaultRetail"))
    .input(ProductSave)
    .mutation(({ ctx, input }) =>
      saveProduct(ctx.call, { ...ctx.expecting(input), only: "existing" }),
    ),

  archive: operatorProcedure
    .input(One)
    .mutation(({ ctx, input }) => archiveProduct(ctx.call, { ...input, isArchived: true })),

  unarchive: operatorProcedure
    .input(One)
    .mutation(({ ctx, input }) => archiveProduct(ctx.call, { ...input, isArchived: false })),
});
