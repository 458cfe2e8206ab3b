import { z } from "zod";
import { namedPartnerId } from "../../core/access";
import { UsageQuery } from "../../core/usage/schema";
import { getUsageSeries } from "../../core/usage/series";
import { getUsageSummary } from "../../core/usage/summary";
import { ForPartner } from "../for-partner";
import { router, userProcedure } from "../init";

/** How keys are used: a partner's own, or for operators those of the partner they name. */
export const usageRouter = router({
  series: userProcedure
    .input(UsageQuery.extend(ForPartner))
    .query(({ ctx, input: { partnerId, ...query } }) =>
      getUsageSeries(ctx.call, namedPartnerId(ctx.actor, partnerId), query),
    ),

  summary: userProcedure
    .input(z.strictObject(ForPartner))
    .query(({ ctx, input }) =>
      getUsageSummary(ctx.call, namedPartnerId(ctx.actor, input.partnerId)),
    ),
});
