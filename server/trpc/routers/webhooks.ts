import { z } from "zod";
import { Id } from "../../core/values/text";
import { actionOn } from "../../core/webhooks/action-on";
import { readActivity } from "../../core/webhooks/activity";
import {
  createEndpoint,
  deleteEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from "../../core/webhooks/mutations";
import {
  allBrokenEndpoints,
  brokenEndpoints,
  getDelivery,
  getEndpoint,
  listDeliveries,
  listEndpoints,
} from "../../core/webhooks/queries";
import { resendDeliveries, resendDelivery } from "../../core/webhooks/resend";
import {
  DeliveryQuery,
  EndpointCreate,
  EndpointUpdate,
  ResendRange,
  TestSend,
} from "../../core/webhooks/schema";
import { sendTestEvent } from "../../core/webhooks/test-events";
import { operatorProcedure, ownerProcedure, router, withIdempotencyKey, withSeen } from "../init";
import { onceOnly } from "../once";
import { FORWARD, onward, PAGE } from "../paging";

const Endpoint = z.strictObject({ endpointId: Id });
const OneDelivery = Endpoint.extend({ eventId: Id });

/** The webhook endpoints of a partner or of the platform, and their deliveries. */
export const webhooksRouter = router({
  list: ownerProcedure
    .input(PAGE)
    .query(({ ctx, input }) => listEndpoints(ctx.call, { partnerId: ctx.partnerId, ...input })),

  /** Of all endpoints, in the last 24 hours. */
  activity: ownerProcedure.query(({ ctx }) => readActivity(ctx.call, { partnerId: ctx.partnerId })),

  /** Those that fail, or were disabled because they did. */
  broken: ownerProcedure.query(({ ctx }) =>
    brokenEndpoints(ctx.call, { partnerId: ctx.partnerId }),
  ),

  /** Of all partners and the platform. */
  allBroken: operatorProcedure.query(({ ctx }) => allBrokenEndpoints(ctx.call)),

  get: ownerProcedure
    .input(Endpoint)
    .query(({ ctx, input }) => getEndpoint(ctx.call, { partnerId: ctx.partnerId, ...input })),

  deliveries: ownerProcedure
    .input(DeliveryQuery.extend({ ...Endpoint.shape, ...FORWARD }).transform(onward))
    .query(({ ctx, input }) => listDeliveries(ctx.call, { partnerId: ctx.partnerId, ...input })),

  delivery: ownerProcedure
    .input(OneDelivery)
    .query(({ ctx, input }) => getDelivery(ctx.call, { partnerId: ctx.partnerId, ...input })),

  /** Returns the secret, which is shown only once. */
  create: ownerProcedure
    .concat(withIdempotencyKey)
    .input(EndpointCreate)
    .mutation(
      onceOnly(
        (of) => actionOn(of, "created"),
        ({ ctx, input }) => createEndpoint(ctx.call, { partnerId: ctx.partnerId, ...input }),
      ),
    ),

  update: ownerProcedure
    .concat(withSeen("url", "description", "types", "payload", "perSecond", "status"))
    .input(EndpointUpdate.extend(Endpoint.shape))
    .mutation(({ ctx: { call, partnerId, expecting }, input }) =>
      updateEndpoint(call, { partnerId, ...expecting(input) }),
    ),

  /** Returns the new secret, which is shown only once. */
  rotate: ownerProcedure
    .concat(withIdempotencyKey)
    .input(Endpoint)
    .mutation(
      onceOnly(
        (of) => actionOn(of, "rotated"),
        ({ ctx, input }) => rotateEndpointSecret(ctx.call, { partnerId: ctx.partnerId, ...input }),
      ),
    ),

  delete: ownerProcedure
    .input(Endpoint)
    .mutation(({ ctx, input }) => deleteEndpoint(ctx.call, { partnerId: ctx.partnerId, ...input })),

  test: ownerProcedure
    .input(TestSend.extend(Endpoint.shape))
    .mutation(({ ctx, input }) => sendTestEvent(ctx.call, { partnerId: ctx.partnerId, ...input })),

  resend: ownerProcedure
    .input(OneDelivery)
    .mutation(({ ctx, input }) => resendDelivery(ctx.call, { partnerId: ctx.partnerId, ...input })),

  /** Returns how many deliveries are sent again. */
  resendMany: ownerProcedure
    .input(ResendRange.extend(Endpoint.shape))
    .mutation(({ ctx, input }) =>
      resendDeliveries(ctx.call, { partnerId: ctx.partnerId, ...input }),
    ),
});
