import { z } from "zod";
import { listCustomers } from "../../core/customers/list";
import { CustomerCreate, CustomerSearch } from "../../core/customers/schema";
import { countCustomers, createCustomer, getCustomer } from "../../core/customers/service";
import { partnerProcedure, router } from "../init";

const EXPORTED_AT_ONCE = 1_000;

export const customersRouter = router({
  list: partnerProcedure
    .input(CustomerSearch)
    .query(({ ctx, input }) => listCustomers(ctx.call, ctx.partnerId, input)),

  /** The same in large pages: follow `nextCursor` to the end. */
  export: partnerProcedure
    .input(CustomerSearch.omit({ limit: true }))
    .query(({ ctx, input }) =>
      listCustomers(ctx.call, ctx.partnerId, { ...input, limit: EXPORTED_AT_ONCE }),
    ),

  counts: partnerProcedure.query(({ ctx }) => countCustomers(ctx.call, ctx.partnerId)),

  get: partnerProcedure
    .input(z.strictObject({ customerId: z.string().max(40) }))
    .query(({ ctx, input }) => getCustomer(ctx.call, input.customerId)),

  create: partnerProcedure
    .input(CustomerCreate)
    .mutation(({ ctx, input }) => createCustomer(ctx.call, ctx.partnerId, input)),
});
