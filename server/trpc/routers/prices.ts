import { z } from "zod";
import { setPrice } from "../../core/prices/mutations";
import { getPrice, listPriceChanges, listPrices } from "../../core/prices/queries";
import { PriceQuery, PriceSet } from "../../core/prices/schema";
import { ProductCode } from "../../core/products/schema";
import { callsWithPartner } from "../calls";
import { partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

const ProductInput = z.strictObject({ product: ProductCode });

export const pricesRouter = router({
  list: partnerProcedure
    .input(PriceQuery.extend(FORWARD).transform(onward))
    .query(callsWithPartner(listPrices)),

  get: partnerProcedure
    .input(ProductInput)
    .query(({ ctx, input }) =>
      getPrice(ctx.call, { partnerId: ctx.partnerId, product: input.product }),
    ),

  history: partnerProcedure
    .input(PriceQuery.extend({ ...ProductInput.shape, ...FORWARD }).transform(onward))
    .query(callsWithPartner(listPriceChanges)),

  /** With `version`, sets the price only if that is still the current version. */
  set: partnerProcedure
    .input(PriceSet.extend({ ...ProductInput.shape, version: z.int().min(0).optional() }))
    .mutation(({ ctx, input: { version, ...input } }) =>
      setPrice(ctx.call, {
        partnerId: ctx.partnerId,
        ...input,
        isExpected: (current) => version === undefined || current.version === version,
      }),
    ),
});
