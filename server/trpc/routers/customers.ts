import { z } from "zod";
import { listCharges, sumCharges } from "../../core/charges/list";
import { ChargeQuery } from "../../core/charges/schema";
import { listCustomers } from "../../core/customers/list";
import { CustomerCreate, CustomerSearch } from "../../core/customers/schema";
import { countCustomers, createCustomer, getCustomer } from "../../core/customers/service";
import { Id } from "../../core/text";
import { partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

const CustomerInput = z.strictObject({ customerId: Id });

export const customersRouter = router({
  list: partnerProcedure
    .input(CustomerSearch.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listCustomers(ctx.call, ctx.partnerId, input)),

  counts: partnerProcedure.query(({ ctx }) => countCustomers(ctx.call, ctx.partnerId)),

  get: partnerProcedure
    .input(CustomerInput)
    .query(({ ctx, input }) => getCustomer(ctx.call, input.customerId)),

  charges: partnerProcedure
    .input(ChargeQuery.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listCharges(ctx.call, input)),

  chargeSums: partnerProcedure
    .input(CustomerInput)
    .query(({ ctx, input }) => sumCharges(ctx.call, input.customerId)),

  create: partnerProcedure
    .input(CustomerCreate)
    .mutation(({ ctx, input }) => createCustomer(ctx.call, ctx.partnerId, input)),
});
