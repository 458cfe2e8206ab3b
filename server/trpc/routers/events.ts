import { z } from "zod";
import { getEvent, listEvents } from "../../core/events/browse";
import { EventSearch } from "../../core/events/schema";
import { Id } from "../../core/text";
import { partnerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

/** A partner's events, for people. */
export const eventsRouter = router({
  list: partnerProcedure
    .input(EventSearch.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listEvents(ctx.call, { partnerId: ctx.partnerId, ...input })),

  get: partnerProcedure
    .input(z.strictObject({ eventId: Id }))
    .query(({ ctx, input }) => getEvent(ctx.call, { partnerId: ctx.partnerId, ...input })),
});
