import { z } from "zod";
import { Id } from "../../core/text";
import {
  createEndpoint,
  deleteEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from "../../core/webhooks/mutations";
import {
  getDelivery,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  readEndpointHours,
} from "../../core/webhooks/queries";
import {
  DeliveryQuery,
  EndpointCreate,
  EndpointUpdate,
  TestSend,
} from "../../core/webhooks/schema";
import { resendDelivery, sendTestEvent } from "../../core/webhooks/test-events";
import { partnerProcedure, router } from "../init";
import { FORWARD, onward, PAGE } from "../paging";

const Endpoint = z.strictObject({ endpointId: Id });
const OneDelivery = Endpoint.extend({ eventId: Id });

/** A partner's webhook endpoints and their deliveries. */
export const webhooksRouter = router({
  list: partnerProcedure
    .input(PAGE)
    .query(({ ctx, input }) => listEndpoints(ctx.call, { partnerId: ctx.partnerId, ...input })),

  get: partnerProcedure.input(Endpoint).query(({ ctx, input }) => getEndpoint(ctx.call, input)),

  hours: partnerProcedure
    .input(Endpoint)
    .query(({ ctx, input }) => readEndpointHours(ctx.call, input)),

  deliveries: partnerProcedure
    .input(DeliveryQuery.extend({ ...Endpoint.shape, ...FORWARD }).transform(onward))
    .query(({ ctx, input }) => listDeliveries(ctx.call, input)),

  delivery: partnerProcedure
    .input(OneDelivery)
    .query(({ ctx, input }) => getDelivery(ctx.call, input)),

  /** Returns the secret, which is shown only once. */
  create: partnerProcedure
    .input(EndpointCreate)
    .mutation(({ ctx, input }) => createEndpoint(ctx.call, { partnerId: ctx.partnerId, ...input })),

  update: partnerProcedure
    .input(EndpointUpdate.extend(Endpoint.shape))
    .mutation(({ ctx, input }) => updateEndpoint(ctx.call, input)),

  rotate: partnerProcedure
    .input(Endpoint)
    .mutation(({ ctx, input }) => rotateEndpointSecret(ctx.call, input)),

  delete: partnerProcedure
    .input(Endpoint)
    .mutation(({ ctx, input }) => deleteEndpoint(ctx.call, input)),

  test: partnerProcedure
    .input(TestSend.extend(Endpoint.shape))
    .mutation(({ ctx, input }) => sendTestEvent(ctx.call, input)),

  resend: partnerProcedure
    .input(OneDelivery)
    .mutation(({ ctx, input }) => resendDelivery(ctx.call, input)),
});
