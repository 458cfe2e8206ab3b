import { z } from "zod";
import {
  getCharge,
  listCharges,
  listPartnersCharges,
  listSoldProducts,
  sumCharges,
} from "../../core/charges/queries";
import { ChargeSearch } from "../../core/charges/schema";
import { Id } from "../../core/values/text";
import { calls, callsWithPartner } from "../calls";
import { operatorProcedure, partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

export const chargesRouter = router({
  list: partnerProcedure
    .input(ChargeSearch.extend(FORWARD).transform(onward))
    .query(callsWithPartner(listCharges)),

  /** Of all partners, or of one. */
  listAll: operatorProcedure
    .input(ChargeSearch.extend({ partnerId: Id.optional(), ...FORWARD }).transform(onward))
    .query(({ ctx, input: { partnerId = null, ...query } }) =>
      listPartnersCharges(ctx.call, { partnerId, ...query }),
    ),

  get: partnerProcedure.input(z.strictObject({ chargeId: Id })).query(calls(getCharge)),

  /** The products that the list can be filtered by. */
  products: partnerProcedure.query(callsWithPartner(listSoldProducts)),

  /** A customer's totals by currency. */
  sums: partnerProcedure.input(z.strictObject({ customerId: Id })).query(calls(sumCharges)),
});
