import { z } from "zod";
import { PageQuery } from "../../core/kernel/paging";
import {
  createEndpoint,
  deleteEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from "../../core/webhooks/mutations";
import { getEndpoint, listEndpoints } from "../../core/webhooks/queries";
import {
  EndpointCreate,
  EndpointUpdate,
  TestSend,
  WebhookEndpoint,
  WebhookEndpointDeleted,
  WebhookEndpointPage,
  WebhookEndpointWithSecret,
} from "../../core/webhooks/schema";
import { sendTestEvent } from "../../core/webhooks/test-events";
import { endpoint } from "../endpoint";

const TAG = {
  name: "Webhook endpoints",
  description:
    "Addresses that your events are sent to, signed by Standard Webhooks 1.0. Failed deliveries are retried for about three days. A key needs the scope of each type of event of an endpoint to create, change, test or delete it, and `events:read` for types without a scope of their own, such as `key.created`. Endpoints belong to the partner: they get their events whatever happens to the key that created them.",
};
const SCOPE = "webhooks:write";
const PARAMS = { id: "The endpoint's id: it begins with `whe_`" };
const NOT_FOUND = { not_found: { error: "Webhook endpoint not found." } };
const SomeUpdate = EndpointUpdate.refine((fields) => Object.keys(fields).length > 0, {
  error: "Must contain at least one field.",
});

const EXAMPLE = {
  id: "whe_01jd5n8k3v0000000000000000",
  url: "https://partner.example/webhooks",
  description: "Orders",
  types: ["account.*", "payout.paid"],
  payload: "thin",
  per_second: 50,
  status: "enabled",
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  last_success_at: "2026-11-21T09:30:00.000Z",
  secret_rotates_at: null,
  created_at: "2026-11-21T09:30:00.000Z",
};
const WITH_SECRET = { ...EXAMPLE, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=" };

const listWebhookEndpoints = endpoint({
  id: "listWebhookEndpoints",
  tag: TAG,
  method: "GET",
  path: "/webhook_endpoints",
  summary: "List webhook endpoints",
  description: "Newest first.",
  scope: SCOPE,
  paged: true,
  etag: true,
  query: z.strictObject(PageQuery),
  returns: WebhookEndpointPage,
  names: { query: "WebhookEndpointQuery", returns: "WebhookEndpointList" },
  example: { data: [EXAMPLE], next_cursor: null },
  run: ({ ctx, key, query }) => listEndpoints(ctx, { partnerId: key.partner.id, ...query }),
});

const createWebhookEndpoint = endpoint({
  id: "createWebhookEndpoint",
  tag: TAG,
  method: "POST",
  path: "/webhook_endpoints",
  summary: "Create a webhook endpoint",
  description:
    "Sends it a `ping`. The response has the secret that verifies signatures; it is shown only once, and for 10 minutes in replays for an `Idempotency-Key`.",
  scope: SCOPE,
  write: true,
  body: EndpointCreate,
  returns: WebhookEndpointWithSecret,
  shownOnce: "secret",
  names: { body: "WebhookEndpointCreate", returns: "WebhookEndpointWithSecret" },
  status: 201,
  location: ({ id }) => `/webhook_endpoints/${id}`,
  failures: {
    conflict: {
      error: "You've reached the limit of 20 webhook endpoints. Delete one first.",
      details: { limit: 20 },
    },
  },
  example: WITH_SECRET,
  bodyExample: { url: "https://partner.example/webhooks", types: ["account.*", "payout.paid"] },
  run: ({ ctx, key, body }) => createEndpoint(ctx, { partnerId: key.partner.id, ...body }),
});

const getWebhookEndpoint = endpoint({
  id: "getWebhookEndpoint",
  tag: TAG,
  method: "GET",
  path: "/webhook_endpoints/{id}",
  summary: "Retrieve a webhook endpoint",
  scope: SCOPE,
  params: PARAMS,
  etag: true,
  returns: WebhookEndpoint,
  names: { returns: "WebhookEndpoint" },
  failures: NOT_FOUND,
  example: EXAMPLE,
  run: ({ ctx, params }) => getEndpoint(ctx, { endpointId: params.id }),
});

const updateWebhookEndpoint = endpoint({
  id: "updateWebhookEndpoint",
  tag: TAG,
  method: "PATCH",
  path: "/webhook_endpoints/{id}",
  summary: "Update, disable or enable a webhook endpoint",
  description:
    "Omitted fields stay unchanged. Send `If-Match` to avoid overwriting concurrent changes. The ETag also changes with the fields about deliveries, such as `last_success_at`: after a 412, read the endpoint again and repeat.",
  scope: SCOPE,
  write: true,
  etag: true,
  ifMatch: WebhookEndpoint,
  params: PARAMS,
  body: SomeUpdate,
  returns: WebhookEndpoint,
  names: { body: "WebhookEndpointUpdate", returns: "WebhookEndpoint" },
  failures: NOT_FOUND,
  example: EXAMPLE,
  bodyExample: { per_second: 10 },
  run: ({ ctx, params, body, isCurrent }) =>
    updateEndpoint(ctx, { endpointId: params.id, ...body, isExpected: isCurrent }),
});

const deleteWebhookEndpoint = endpoint({
  id: "deleteWebhookEndpoint",
  tag: TAG,
  method: "DELETE",
  path: "/webhook_endpoints/{id}",
  summary: "Delete a webhook endpoint",
  description:
    "Returns the endpoint as it was, with `deleted: true`. Its pending deliveries are not sent.",
  scope: SCOPE,
  write: true,
  ifMatch: WebhookEndpoint,
  params: PARAMS,
  returns: WebhookEndpointDeleted,
  names: { returns: "WebhookEndpointDeleted" },
  failures: NOT_FOUND,
  example: { ...EXAMPLE, deleted: true },
  run: ({ ctx, params, isCurrent }) =>
    deleteEndpoint(ctx, { endpointId: params.id, isExpected: isCurrent }),
});

const rotateWebhookSecret = endpoint({
  id: "rotateWebhookSecret",
  tag: TAG,
  method: "POST",
  path: "/webhook_endpoints/{id}/rotate",
  summary: "Rotate a webhook endpoint's secret",
  description:
    "For 24 hours, events are signed with the new secret and with the one before it. Rotating again within that time ends the older of the two immediately. The new secret is shown only once, and for 10 minutes in replays: if a response is lost, repeat the request with its `Idempotency-Key` instead of rotating again.",
  scope: SCOPE,
  write: true,
  params: PARAMS,
  returns: WebhookEndpointWithSecret,
  shownOnce: "secret",
  names: { returns: "WebhookEndpointWithSecret" },
  failures: NOT_FOUND,
  example: { ...WITH_SECRET, secret_rotates_at: "2026-11-22T09:30:00.000Z" },
  run: ({ ctx, params }) => rotateEndpointSecret(ctx, { endpointId: params.id }),
});

const testWebhookEndpoint = endpoint({
  id: "testWebhookEndpoint",
  tag: TAG,
  method: "POST",
  path: "/webhook_endpoints/{id}/test",
  summary: "Send a test event",
  description:
    "Sends an example of the type, signed and retried like any event. Its sequence is 0, and it is not in the feed.",
  scope: SCOPE,
  write: true,
  params: PARAMS,
  body: TestSend,
  returns: z.object({ eventId: z.string().describe("The `webhook-id` of the delivery") }),
  names: { body: "WebhookTest", returns: "WebhookTestSent" },
  failures: { ...NOT_FOUND, conflict: { error: "The endpoint is disabled." } },
  example: { event_id: "evt_01jd5n8k3v0000000000000000" },
  bodyExample: { type: "account.created" },
  run: ({ ctx, params, body }) => sendTestEvent(ctx, { endpointId: params.id, type: body.type }),
});

export const WEBHOOK_ENDPOINTS = [
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  deleteWebhookEndpoint,
];
