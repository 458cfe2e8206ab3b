import { z } from "zod";
import { Event } from "../core/events/schema";
import { subjectUrl } from "../core/events/subjects";
import { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType } from "../core/events/types";
import { SNAPSHOT_SCHEMAS } from "../core/webhooks/body";
import { EXCHANGE_MS } from "../core/webhooks/limits";
import { toReference } from "./openapi-schema";

export const WEBHOOKS_TAG = {
  name: "Webhooks",
  description: "What your webhook endpoints receive, signed as Standard Webhooks 1.0 specifies.",
};

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

/** The headers of a webhook (Standard Webhooks 1.0); operations refer to them by name. */
export const WEBHOOK_PARAMETERS = {
  WebhookId: header(
    "webhook-id",
    "The event's ID; the same whenever the event is sent again.",
    "evt_01jd5n8k3v0000000000000000",
  ),
  WebhookTimestamp: header(
    "webhook-timestamp",
    "When this attempt was sent, in seconds since 1970. Refuse it if it is more than 5 minutes off.",
    "1795343212",
  ),
  WebhookSignature: header(
    "webhook-signature",
    "`v1,` and the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`. Several signatures, separated by spaces, while the secret is rotated.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
};

const RESPONSES = {
  "2XX": {
    description: `Received. Respond within ${EXCHANGE_MS / 1_000} seconds, and process the event afterwards.`,
  },
  "410": { description: "Disables the endpoint." },
  default: {
    description:
      "Any other status, among them redirects, and no response: the event is sent again, for about three days. `Retry-After` of a 429 or 503 is obeyed.",
  },
};

/** The document's `webhooks`: one for each type of event. */
export function webhooks() {
  return Object.fromEntries(EVENT_TYPE_NAMES.map((type) => [type, { post: operation(type) }]));
}

/** The schemas of the events, by name. */
export function eventSchemas() {
  return Object.fromEntries(EVENT_TYPE_NAMES.map((type) => [schemaName(type), schemaOf(type)]));
}

/** `account.created` is an `AccountCreatedEvent`, `key.limit_changed` a `KeyLimitChangedEvent`. */
function schemaName(type: EventType): string {
  const words = type.split(/[._]/);
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}Event`;
}

function operation(type: EventType) {
  const { scope, summary } = EVENT_TYPES[type];
  const name = schemaName(type);
  return {
    operationId: name.charAt(0).toLowerCase() + name.slice(1),
    tags: [WEBHOOKS_TAG.name],
    summary: type,
    description: `${summary}.${scope ? `\n\nRequired scope: \`${scope}\`.` : ""}`,
    ...(scope && { "x-required-scope": scope }),
    // The signature authenticates it, not an API key.
    security: [],
    parameters: Object.keys(WEBHOOK_PARAMETERS).map((parameter) => ({
      $ref: `#/components/parameters/${parameter}`,
    })),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { $ref: `#/components/schemas/${name}` },
          example: exampleOf(type),
        },
      },
    },
    responses: RESPONSES,
  };
}

function schemaOf(type: EventType) {
  const { data, subjects, summary } = EVENT_TYPES[type];
  const resources = Object.entries(SNAPSHOT_SCHEMAS).filter(([subject]) =>
    subjects.some((one) => one === subject),
  );
  const snapshots = new Set(resources.map(([, schema]) => schema));
  const schema = Event.extend({
    type: z.enum([type]).describe("Event type"),
    data:
      snapshots.size === 0
        ? data.describe("What changed")
        : z
            .union([data, ...snapshots])
            .describe("What changed; for endpoints with `payload: snapshot`, the object"),
  });
  return { description: `${summary}.`, ...Object(toReference(schema, "output")) };
}

function exampleOf(type: EventType) {
  const { subjects, example } = EVENT_TYPES[type];
  const [subject] = subjects;
  return {
    id: "evt_01jd5n8k3v0000000000000000",
    type,
    sequence: 4_182,
    occurred_at: "2026-11-22T10:26:52.113Z",
    partner_id: "prt_01jd5n8k3v0000000000000000",
    subject: { type: subject, id: example.subject, url: subjectUrl(subject, example.subject) },
    data: example.data,
  };
}
