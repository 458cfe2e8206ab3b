import { z } from "zod";
import { listPartners, setPartnerStatus } from "../../core/partners/service";
import { operatorProcedure, router } from "../init";

const Target = z.strictObject({ partnerId: z.string().max(40) });

export const partnersRouter = router({
  list: operatorProcedure.query(({ ctx }) => listPartners(ctx.call)),

  suspend: operatorProcedure
    .input(Target)
    .mutation(({ ctx, input }) => setPartnerStatus(ctx.call, { ...input, status: "suspended" })),

  reactivate: operatorProcedure
    .input(Target)
    .mutation(({ ctx, input }) => setPartnerStatus(ctx.call, { ...input, status: "active" })),
});
