import {
  describeDeliveries,
  describeDelivery,
  resendAsDescribed,
} from "../../core/webhooks/delivery-log";
import {
  DeliveryQuery,
  WebhookDeliveryPage,
  WebhookDeliveryWithAttempts,
} from "../../core/webhooks/schema";
import { OF_PARTNER, type WebhookOwner } from "../webhook-owner";

const TAG = {
  name: "Webhook deliveries",
  description: "The events sent to a webhook endpoint, for 30 days.",
};
const SCOPE = "webhooks:write";
const PARAMS = { id: "The endpoint's ID; starts with `whe_`" };
const DELIVERY_PARAMS = { ...PARAMS, event_id: "The event's ID; starts with `evt_`" };
const ENDPOINT_NOT_FOUND = { not_found: { error: "Webhook endpoint not found." } };
const NOT_FOUND = { not_found: { error: "Delivery not found." } };

const DELIVERY = {
  event_id: "evt_01jd5n8k3v0000000000000000",
  type: "account.created",
  is_test: false,
  status: "pending",
  attempts: 1,
  next_attempt_at: "2026-11-21T09:30:05.000Z",
  last_attempt_at: "2026-11-21T09:30:00.000Z",
  last_status: 500,
  last_error: null,
  created_at: "2026-11-21T09:30:00.000Z",
};
const WITH_ATTEMPTS = {
  ...DELIVERY,
  log: [
    {
      number: 1,
      at: "2026-11-21T09:30:00.000Z",
      duration_ms: 84,
      status: 500,
      error: null,
      response: "Internal Server Error",
    },
  ],
};

const listWebhookDeliveries = ({ declare, of }: WebhookOwner) =>
  declare({
    id: "listWebhookDeliveries",
    tag: TAG,
    route: "GET /webhook_endpoints/{id}/deliveries",
    summary: "List the deliveries to a webhook endpoint",
    description:
      "Newest first. `last_status` and `last_error` say why a delivery failed, or is attempted again.",
    scope: SCOPE,
    params: PARAMS,
    etag: true,
    query: DeliveryQuery,
    returns: WebhookDeliveryPage,
    names: { query: "WebhookDeliveryQuery", returns: "WebhookDeliveryList" },
    failures: ENDPOINT_NOT_FOUND,
    example: { data: [DELIVERY], next_cursor: null },
    run: ({ ctx, params, query }) =>
      describeDeliveries(ctx, { ...of, endpointId: params.id, ...query }),
  });

const getWebhookDelivery = ({ declare, of }: WebhookOwner) =>
  declare({
    id: "getWebhookDelivery",
    tag: TAG,
    route: "GET /webhook_endpoints/{id}/deliveries/{event_id}",
    summary: "Retrieve a delivery with its attempts",
    scope: SCOPE,
    params: DELIVERY_PARAMS,
    etag: true,
    returns: WebhookDeliveryWithAttempts,
    names: { returns: "WebhookDelivery" },
    failures: NOT_FOUND,
    example: WITH_ATTEMPTS,
    run: ({ ctx, params }) =>
      describeDelivery(ctx, { ...of, endpointId: params.id, eventId: params.event_id }),
  });

const resendWebhookDelivery = ({ declare, of }: WebhookOwner) =>
  declare({
    id: "resendWebhookDelivery",
    tag: TAG,
    route: "POST /webhook_endpoints/{id}/deliveries/{event_id}/resend",
    summary: "Send an event again",
    description:
      "Sends the event to the endpoint again, whatever the delivery's status, and retries it like a new one, but not after 100 attempts. The key needs the scope of the event's type.",
    scope: SCOPE,
    params: DELIVERY_PARAMS,
    returns: WebhookDeliveryWithAttempts,
    names: { returns: "WebhookDelivery" },
    failures: { ...NOT_FOUND, conflict: { error: "The endpoint is disabled." } },
    example: { ...WITH_ATTEMPTS, next_attempt_at: "2026-11-21T10:00:00.000Z" },
    run: ({ ctx, params }) =>
      resendAsDescribed(ctx, { ...of, endpointId: params.id, eventId: params.event_id }),
  });

/** The endpoints about deliveries: on either API the same. */
export const deliveryEndpoints = (owner: WebhookOwner) =>
  [listWebhookDeliveries, getWebhookDelivery, resendWebhookDelivery].map((declared) =>
    declared(owner),
  );

export const DELIVERY_ENDPOINTS = deliveryEndpoints(OF_PARTNER);
