import { z } from "zod";
import { listCharges, sumCharges } from "../../core/charges/queries";
import { ChargeQuery } from "../../core/charges/schema";
import { createCustomer } from "../../core/customers/mutations";
import { countCustomers, getCustomer, listCustomers } from "../../core/customers/queries";
import { CustomerCreate, CustomerSearch } from "../../core/customers/schema";
import { Id } from "../../core/text";
import { partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

const CustomerInput = z.strictObject({ customerId: Id });

export const customersRouter = router({
  list: partnerProcedure
    .input(CustomerSearch.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listCustomers(ctx.call, { partnerId: ctx.partnerId, ...input })),

  counts: partnerProcedure.query(({ ctx }) =>
    countCustomers(ctx.call, { partnerId: ctx.partnerId }),
  ),

  get: partnerProcedure
    .input(CustomerInput)
    .query(({ ctx, input }) => getCustomer(ctx.call, { customerId: input.customerId })),

  charges: partnerProcedure
    .input(ChargeQuery.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listCharges(ctx.call, input)),

  chargeSums: partnerProcedure
    .input(CustomerInput)
    .query(({ ctx, input }) => sumCharges(ctx.call, { customerId: input.customerId })),

  create: partnerProcedure
    .input(CustomerCreate)
    .mutation(({ ctx, input }) => createCustomer(ctx.call, { partnerId: ctx.partnerId, ...input })),
});
