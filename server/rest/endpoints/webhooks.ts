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
import { OF_PARTNER, type WebhookOwner } from "../webhook-owner";

const SCOPE = "webhooks:write";
const PARAMS = { id: "The endpoint's id: it begins with `whe_`" };
const NOT_FOUND = { not_found: { error: "Webhook endpoint not found." } };
const OF_ONE = { scope: SCOPE, params: PARAMS, failures: NOT_FOUND } as const;
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

const listWebhookEndpoints = ({ declare, about, ownerOf }: WebhookOwner) =>
  declare({
    id: "listWebhookEndpoints",
    tag: { name: "Webhook endpoints", description: about },
    route: "GET /webhook_endpoints",
    summary: "List webhook endpoints",
    description: "Newest first.",
    scope: SCOPE,
    etag: true,
    query: z.strictObject(PageQuery),
    returns: WebhookEndpointPage,
    names: { query: "WebhookEndpointQuery", returns: "WebhookEndpointList" },
    example: { data: [EXAMPLE], next_cursor: null },
    run: ({ ctx, key, query }) => listEndpoints(ctx, { partnerId: ownerOf(key), ...query }),
  });

const createWebhookEndpoint = ({ declare, about, ownerOf }: WebhookOwner) =>
  declare({
    id: "createWebhookEndpoint",
    tag: { name: "Webhook endpoints", description: about },
    route: "POST /webhook_endpoints",
    summary: "Create a webhook endpoint",
    description:
      "Sends it a `ping`. The response has the secret that verifies signatures; it is shown only once, and for 10 minutes in replays for an `Idempotency-Key`.",
    scope: SCOPE,
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
    run: ({ ctx, key, body }) => createEndpoint(ctx, { partnerId: ownerOf(key), ...body }),
  });

const getWebhookEndpoint = ({ declare, about, of }: WebhookOwner) =>
  declare({
    id: "getWebhookEndpoint",
    tag: { name: "Webhook endpoints", description: about },
    route: "GET /webhook_endpoints/{id}",
    summary: "Retrieve a webhook endpoint",
    ...OF_ONE,
    etag: true,
    returns: WebhookEndpoint,
    names: { returns: "WebhookEndpoint" },
    example: EXAMPLE,
    run: ({ ctx, params }) => getEndpoint(ctx, { ...of, endpointId: params.id }),
  });

const updateWebhookEndpoint = ({ declare, about, of }: WebhookOwner) =>
  declare({
    id: "updateWebhookEndpoint",
    tag: { name: "Webhook endpoints", description: about },
    route: "PATCH /webhook_endpoints/{id}",
    summary: "Update, disable or enable a webhook endpoint",
    description:
      "Omitted fields stay unchanged. Send `If-Match` to avoid overwriting concurrent changes. The ETag also changes with the fields about deliveries, such as `last_success_at`: after a 412, read the endpoint again and repeat.",
    ...OF_ONE,
    failures: {
      ...NOT_FOUND,
      conflict: {
        error: "Its pending deliveries are still being ended. Try again in a few minutes.",
      },
    },
    etag: true,
    ifMatch: WebhookEndpoint,
    body: SomeUpdate,
    returns: WebhookEndpoint,
    names: { body: "WebhookEndpointUpdate", returns: "WebhookEndpoint" },
    example: EXAMPLE,
    bodyExample: { per_second: 10 },
    run: ({ ctx, params, body, isCurrent }) =>
      updateEndpoint(ctx, { ...of, endpointId: params.id, ...body, isExpected: isCurrent }),
  });

const deleteWebhookEndpoint = ({ declare, about, of }: WebhookOwner) =>
  declare({
    id: "deleteWebhookEndpoint",
    tag: { name: "Webhook endpoints", description: about },
    route: "DELETE /webhook_endpoints/{id}",
    summary: "Delete a webhook endpoint",
    description:
      "Returns the endpoint as it was, with `deleted: true`. Its pending deliveries are not sent.",
    ...OF_ONE,
    ifMatch: WebhookEndpoint,
    returns: WebhookEndpointDeleted,
    names: { returns: "WebhookEndpointDeleted" },
    example: { ...EXAMPLE, deleted: true },
    run: ({ ctx, params, isCurrent }) =>
      deleteEndpoint(ctx, { ...of, endpointId: params.id, isExpected: isCurrent }),
  });

const rotateWebhookSecret = ({ declare, about, of }: WebhookOwner) =>
  declare({
    id: "rotateWebhookSecret",
    tag: { name: "Webhook endpoints", description: about },
    route: "POST /webhook_endpoints/{id}/rotate",
    summary: "Rotate a webhook endpoint's secret",
    description:
      "For 24 hours, events are signed with the new secret and with the one before it. Rotating again within that time ends the older of the two immediately. The new secret is shown only once, and for 10 minutes in replays: if a response is lost, repeat the request with its `Idempotency-Key` instead of rotating again.",
    ...OF_ONE,
    returns: WebhookEndpointWithSecret,
    shownOnce: "secret",
    names: { returns: "WebhookEndpointWithSecret" },
    example: { ...WITH_SECRET, secret_rotates_at: "2026-11-22T09:30:00.000Z" },
    run: ({ ctx, params }) => rotateEndpointSecret(ctx, { ...of, endpointId: params.id }),
  });

const testWebhookEndpoint = ({ declare, about, of }: WebhookOwner) =>
  declare({
    id: "testWebhookEndpoint",
    tag: { name: "Webhook endpoints", description: about },
    route: "POST /webhook_endpoints/{id}/test",
    summary: "Send a test event",
    description:
      "Sends an example of the type, signed and retried like any event. Its sequence is 0, and it is not in the feed.",
    ...OF_ONE,
    body: TestSend,
    returns: z.object({ eventId: z.string().describe("The `webhook-id` of the delivery") }),
    names: { body: "WebhookTest", returns: "WebhookTestSent" },
    failures: { ...NOT_FOUND, conflict: { error: "The endpoint is disabled." } },
    example: { event_id: "evt_01jd5n8k3v0000000000000000" },
    bodyExample: { type: "account.created" },
    run: ({ ctx, params, body }) =>
      sendTestEvent(ctx, { ...of, endpointId: params.id, type: body.type }),
  });

/** The endpoints about webhook endpoints: on either API the same. */
export const webhookEndpoints = (owner: WebhookOwner) =>
  [
    listWebhookEndpoints,
    createWebhookEndpoint,
    getWebhookEndpoint,
    updateWebhookEndpoint,
    rotateWebhookSecret,
    testWebhookEndpoint,
    deleteWebhookEndpoint,
  ].map((declared) => declared(owner));

export const WEBHOOK_ENDPOINTS = webhookEndpoints(OF_PARTNER);
