import { z } from "zod";
import { Event, WebhookEvent } from "../core/events/schema";
import { subjectUrl } from "../core/kernel/subjects";
import { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType } from "../core/registry";
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

type Named = [name: string, schema: object];

// So that the schema of a page of events refers to it.
z.globalRegistry.add(Event, { ...z.globalRegistry.get(Event), id: "Event" });

/**
 * The schemas of the events, by name, and `Event`, the union of those in the feed, discriminated by
 * `type`. In the feed, `data` is never a snapshot.
 */
export function eventSchemas() {
  const schemas = EVENT_TYPE_NAMES.flatMap((type) => {
    const inFeed: Named = [feedName(type), schemaOf(Event, type, [])];
    const inWebhook: Named = [schemaName(type), schemaOf(WebhookEvent, type, snapshotsOf(type))];
    return hasSnapshot(type) ? [inFeed, inWebhook] : [inWebhook];
  });
  return { Event: eventUnion(), ...Object.fromEntries(schemas) };
}

function eventUnion() {
  const reference = (type: EventType) => `#/components/schemas/${feedName(type)}`;
  return {
    ...(toReference(Event.extend({}), "output") as object),
    description:
      "An event in the feed. `type` determines the fields of `data`. New types may be added.",
    oneOf: EVENT_TYPE_NAMES.map((type) => ({ $ref: reference(type) })),
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(EVENT_TYPE_NAMES.map((type) => [type, reference(type)])),
    },
  };
}

const hasSnapshot = (type: EventType) => snapshotsOf(type).length > 0;

/** `AccountCreatedFeedEvent`; the name in webhooks if webhooks send the same. */
function feedName(type: EventType): string {
  const name = schemaName(type);
  return hasSnapshot(type) ? name.replace(/Event$/, "FeedEvent") : name;
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

/** The schemas of a snapshot's `data`; none for kinds that the API doesn't return. */
function snapshotsOf(type: EventType): z.ZodType[] {
  const subjects: readonly string[] = EVENT_TYPES[type].subjects;
  const resources = Object.entries(SNAPSHOT_SCHEMAS).filter(([kind]) => subjects.includes(kind));
  return [...new Set(resources.map(([, schema]) => schema))];
}

function schemaOf(base: typeof Event, type: EventType, snapshots: readonly z.ZodType[]) {
  const { data, summary } = EVENT_TYPES[type];
  const schema = base.extend({
    type: z.enum([type]).describe("Event type"),
    data:
      snapshots.length === 0
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
