import { z } from "zod";
import { anonymizeCustomer } from "../../core/customers/anonymize";
import { createCustomer } from "../../core/customers/mutations";
import { countCustomers, getCustomer, listCustomers } from "../../core/customers/queries";
import { CustomerCreate, CustomerSearch, CustomerUpdate } from "../../core/customers/schema";
import { type CustomerMove, moveCustomer } from "../../core/customers/status";
import { transferCustomer } from "../../core/customers/transfer";
import { updateCustomer } from "../../core/customers/update";
import { findPartnerId } from "../../core/partners/queries";
import { PartnerCode } from "../../core/partners/schema";
import { Id } from "../../core/values/text";
import { calls, callsWithPartner } from "../calls";
import { operatorProcedure, partnerProcedure, router, withSeen } from "../init";
import { FORWARD, onward } from "../paging";

const CustomerInput = z.strictObject({ customerId: Id });

const moving = (move: CustomerMove) =>
  partnerProcedure
    .input(CustomerInput)
    .mutation(({ ctx, input }) => moveCustomer(ctx.call, { ...input, move }));

export const customersRouter = router({
  list: partnerProcedure
    .input(CustomerSearch.extend(FORWARD).transform(onward))
    .query(callsWithPartner(listCustomers)),

  counts: partnerProcedure.query(callsWithPartner(countCustomers)),

  get: partnerProcedure.input(CustomerInput).query(calls(getCustomer)),

  update: partnerProcedure
    .concat(withSeen("email", "name", "externalId", "metadata"))
    .input(CustomerUpdate.extend(CustomerInput.shape))
    .mutation(({ ctx, input }) => updateCustomer(ctx.call, ctx.expecting(input))),

  suspend: moving("suspend"),
  resume: moving("resume"),
  close: moving("close"),
  reopen: moving("reopen"),

  anonymize: partnerProcedure.input(CustomerInput).mutation(calls(anonymizeCustomer)),

  transfer: operatorProcedure
    .input(CustomerInput.extend({ from: PartnerCode, to: PartnerCode }))
    .mutation(async ({ ctx, input: { customerId, from, to } }) => {
      const [fromPartnerId, toPartnerId] = await Promise.all([
        findPartnerId(ctx.call, { code: from }),
        findPartnerId(ctx.call, { code: to }),
      ]);
      return transferCustomer(ctx.call, { customerId, fromPartnerId, toPartnerId });
    }),

  create: partnerProcedure.input(CustomerCreate).mutation(callsWithPartner(createCustomer)),
});
