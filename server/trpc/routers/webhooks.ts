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
import { callsWithPartner } from "../calls";
import { operatorProcedure, ownerProcedure, router, withIdempotencyKey, withSeen } from "../init";
import { onceOnly } from "../once";
import { FORWARD, onward, PAGE } from "../paging";

const Endpoint = z.strictObject({ endpointId: Id });
const OneDelivery = Endpoint.extend({ eventId: Id });

/** The webhook endpoints of a partner or of the platform, and their deliveries. */
export const webhooksRouter = router({
  list: ownerProcedure.input(PAGE).query(callsWithPartner(listEndpoints)),

  /** Of all endpoints, in the last 24 hours. */
  activity: ownerProcedure.query(callsWithPartner(readActivity)),

  /** Those that fail, or were disabled because they did. */
  broken: ownerProcedure.query(callsWithPartner(brokenEndpoints)),

  /** Of all partners and the platform. */
  allBroken: operatorProcedure.query(({ ctx }) => allBrokenEndpoints(ctx.call)),

  get: ownerProcedure.input(Endpoint).query(callsWithPartner(getEndpoint)),

  deliveries: ownerProcedure
    .input(DeliveryQuery.extend({ ...Endpoint.shape, ...FORWARD }).transform(onward))
    .query(callsWithPartner(listDeliveries)),

  delivery: ownerProcedure.input(OneDelivery).query(callsWithPartner(getDelivery)),

  /** Returns the secret, which is shown only once. */
  create: ownerProcedure
    .concat(withIdempotencyKey)
    .input(EndpointCreate)
    .mutation(onceOnly((of) => actionOn(of, "created"), callsWithPartner(createEndpoint))),

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
    .mutation(onceOnly((of) => actionOn(of, "rotated"), callsWithPartner(rotateEndpointSecret))),

  delete: ownerProcedure.input(Endpoint).mutation(callsWithPartner(deleteEndpoint)),

  test: ownerProcedure
    .input(TestSend.extend(Endpoint.shape))
    .mutation(callsWithPartner(sendTestEvent)),

  resend: ownerProcedure.input(OneDelivery).mutation(callsWithPartner(resendDelivery)),

  /** Returns how many deliveries are sent again. */
  resendMany: ownerProcedure
    .input(ResendRange.extend(Endpoint.shape))
    .mutation(callsWithPartner(resendDeliveries)),
});
