import { z } from "zod";
import { listCustomers } from "../../core/customers/list";
import { CustomerCreate, CustomerSearch } from "../../core/customers/schema";
import { countCustomers, createCustomer, getCustomer } from "../../core/customers/service";
import { partnerProcedure, router } from "../init";

export const customersRouter = router({
  list: partnerProcedure
    .input(CustomerSearch)
    .query(({ ctx, input }) => listCustomers(ctx.call, ctx.partnerId, input)),

  counts: partnerProcedure.query(({ ctx }) => countCustomers(ctx.call, ctx.partnerId)),

  get: partnerProcedure
    .input(z.strictObject({ customerId: z.string().max(40) }))
    .query(({ ctx, input }) => getCustomer(ctx.call, input.customerId)),

  create: partnerProcedure
    .input(CustomerCreate)
    .mutation(({ ctx, input }) => createCustomer(ctx.call, ctx.partnerId, input)),
});
