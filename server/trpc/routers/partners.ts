import { z } from "zod";
import { PARTNER_CREATED } from "../../core/partners/actions";
import {
  createPartner,
  setPartnerStatus,
  terminatePartner,
  updatePartner,
} from "../../core/partners/mutations";
import { getPartnerFile, listPartners, PartnerSearch } from "../../core/partners/queries";
import { PartnerRanking, rankPartners } from "../../core/partners/ranking";
import { PartnerCreate, PartnerUpdate } from "../../core/partners/schema";
import { Id, Sentence } from "../../core/values/text";
import { calls } from "../calls";
import { operatorProcedure, router, withIdempotencyKey, withSeen } from "../init";
import { onceOnly } from "../once";
import { FORWARD, onward } from "../paging";

const PartnerInput = z.strictObject({ partnerId: Id });

export const partnersRouter = router({
  list: operatorProcedure
    .input(PartnerSearch.extend(FORWARD).transform(onward))
    .query(calls(listPartners)),

  /** With revenue and last activity, in any order. */
  ranked: operatorProcedure
    .input(PartnerRanking.extend(FORWARD).transform(onward))
    .query(calls(rankPartners)),

  get: operatorProcedure.input(PartnerInput).query(calls(getPartnerFile)),

  /** Returns the owner's link and the first key's plaintext, which are shown only once. */
  create: operatorProcedure
    .concat(withIdempotencyKey)
    .input(PartnerCreate)
    .mutation(onceOnly(PARTNER_CREATED, calls(createPartner))),

  update: operatorProcedure
    .concat(withSeen("name", "maxActiveKeys", "minimumPayout", "holdDays", "taxNote", "notes"))
    .input(PartnerUpdate)
    .mutation(({ ctx, input }) => updatePartner(ctx.call, ctx.expecting(input))),

  suspend: operatorProcedure
    .input(PartnerInput.extend({ reason: Sentence }))
    .mutation(({ ctx, input }) => setPartnerStatus(ctx.call, { ...input, status: "suspended" })),

  /** For ever. */
  terminate: operatorProcedure
    .input(PartnerInput.extend({ reason: Sentence }))
    .mutation(calls(terminatePartner)),

  reactivate: operatorProcedure
    .input(PartnerInput)
    .mutation(({ ctx, input }) => setPartnerStatus(ctx.call, { ...input, status: "active" })),
});
