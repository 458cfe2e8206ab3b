import { z } from "zod";
import { getEvent, listEvents } from "../../core/events/browse";
import { EventSearch } from "../../core/events/schema";
import { Id } from "../../core/values/text";
import { callsWithPartner } from "../calls";
import { ownerProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

/** The events of a partner, or of all for operators, for people. */
export const eventsRouter = router({
  list: ownerProcedure
    .input(EventSearch.extend(FORWARD).transform(onward))
    .query(({ ctx, input }) => listEvents(ctx.call, { ...input, owner: ctx.partnerId })),

  get: ownerProcedure.input(z.strictObject({ eventId: Id })).query(callsWithPartner(getEvent)),
});
