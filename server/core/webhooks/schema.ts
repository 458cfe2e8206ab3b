import { z } from "zod";
import { EventPattern } from "../events/schema";
import { PageQuery, pageOf } from "../kernel/paging";
import { EVENT_TYPE_NAMES } from "../registry";
import { line, TRIMMED } from "../values/text";
import { Instant, Timestamp } from "../values/time";

/** Endpoints of one partner, or of the platform: each event is sent to all of them. */
export const MAX_ENDPOINTS = 20;
export const DEFAULT_PER_SECOND = 50;
export const MAX_PER_SECOND = 1_000;
const MAX_TYPES = 100;
const PER_SECOND = `Must be an integer from 1 to ${MAX_PER_SECOND}.`;

const Types = z
  .array(EventPattern)
  .min(1, "Choose at least one.")
  .max(MAX_TYPES, `Must have at most ${MAX_TYPES}.`)
  .transform((types) => [...new Set(types)])
  .describe("Event types or patterns: `account.*` for a group and `*` for all");

const Url = line(2_048).describe(
  `URL that receives events. Requires https, port 443, 8443 or 8000 to 8099, and a public address. ${TRIMMED}`,
);
const Description = line(200).describe(`Description for your own use. ${TRIMMED}`);
const Payload = z
  .enum(["thin", "snapshot"])
  .describe(
    "`thin`: the event as in the feed. `snapshot`: `data` is the object as its endpoint returns it at delivery",
  );
const PerSecond = z
  .int(PER_SECOND)
  .min(1, PER_SECOND)
  .max(MAX_PER_SECOND, PER_SECOND)
  .describe("Maximum number of requests per second");

export const EndpointCreate = z.strictObject({
  url: Url,
  types: Types,
  description: Description.nullish(),
  payload: Payload.default("thin"),
  perSecond: PerSecond.default(DEFAULT_PER_SECOND),
});
export type EndpointCreate = z.infer<typeof EndpointCreate>;

/** Omitted fields stay unchanged. */
export const EndpointUpdate = z.strictObject({
  url: Url.optional(),
  types: Types.optional(),
  description: Description.nullish(),
  payload: Payload.optional(),
  perSecond: PerSecond.optional(),
  status: z
    .enum(["enabled", "disabled"])
    .optional()
    .describe("A disabled endpoint receives no events"),
  sendMissed: z
    .boolean()
    .optional()
    .describe(
      "With `status: enabled`: also send the events since the endpoint was disabled or started failing, 100,000 at most",
    ),
});
export type EndpointUpdate = z.infer<typeof EndpointUpdate>;

export const TestSend = z.strictObject({
  type: z.enum(EVENT_TYPE_NAMES).describe("Type of the test event"),
});
export type TestSend = z.infer<typeof TestSend>;

/** A webhook endpoint, without its secret. */
export const WebhookEndpoint = z.object({
  id: z.string().describe("Webhook endpoint ID; starts with `whe_`"),
  url: z.string().describe("URL that receives events"),
  description: z.string().nullable().describe("Description for your own use; null if not set"),
  types: z.array(z.string()).describe("Event types or patterns"),
  payload: Payload,
  perSecond: z.int().describe("Maximum number of requests per second"),
  status: z.enum(["enabled", "disabled"]).describe("Whether events are sent to the endpoint"),
  disabledReason: z
    .enum(["manual", "gone", "failing"])
    .nullable()
    .describe("`manual`, `gone`: it returned 410, or `failing`: no success for 5 days"),
  disabledAt: Timestamp.nullable().describe("When it was disabled; null if it is enabled"),
  failingSince: Timestamp.nullable().describe("Time of the first failure since the last success"),
  lastSuccessAt: Timestamp.nullable().describe(
    "Time of a recent success. It is updated at most once a minute.",
  ),
  secretRotatesAt: Timestamp.nullable().describe(
    "Until this time, events are also signed with the previous secret. Null outside of a rotation.",
  ),
  createdAt: Timestamp.describe("When it was created"),
});
export type WebhookEndpoint = z.input<typeof WebhookEndpoint>;

export const WebhookEndpointDeleted = WebhookEndpoint.extend({
  deleted: z.literal(true).describe("The endpoint no longer exists"),
});
export type WebhookEndpointDeleted = z.input<typeof WebhookEndpointDeleted>;

export const WebhookEndpointPage = pageOf(WebhookEndpoint);

const Secret = z
  .string()
  .nullable()
  .describe(
    "Verifies the signatures of this endpoint's events. Shown only once: null if the response is replayed for an Idempotency-Key after 10 minutes or with another API key",
  );
export const WebhookEndpointWithSecret = WebhookEndpoint.extend({ secret: Secret });
export type WebhookEndpointWithSecret = WebhookEndpoint & { secret: string };

export const DeliveryStatus = z.enum(["pending", "delivered", "failed"]);
export const DeliveryQuery = z.strictObject({
  ...PageQuery,
  status: DeliveryStatus.optional().describe("Only items with this status"),
  type: EventPattern.optional().describe("Only events of this type, or of these: `account.*`"),
  from: Instant.optional().describe("Only events recorded at or after this time"),
  to: Instant.optional().describe("Only events recorded before this time"),
});
export type DeliveryQuery = z.infer<typeof DeliveryQuery>;

/** The delivery of an event to an endpoint, pending or finished. */
export const WebhookDelivery = z.object({
  eventId: z.string().describe("ID of the event; the `webhook-id` header of each attempt"),
  type: z.string().describe("Event type"),
  isTest: z.boolean().describe("Whether it is a test event"),
  status: DeliveryStatus.describe("`pending` while it is still attempted"),
  attempts: z.int().describe("Number of attempts so far"),
  nextAttemptAt: Timestamp.nullable().describe(
    "When it is due, a `Retry-After` of the endpoint included; null unless pending",
  ),
  lastAttemptAt: Timestamp.nullable().describe("When it was last attempted; null before"),
  lastStatus: z
    .int()
    .nullable()
    .describe("HTTP status of the last response; null without a response"),
  lastError: z
    .string()
    .nullable()
    .describe("Why the last attempt got no response; null if it got one"),
  createdAt: Timestamp.describe("When the event was queued for the endpoint"),
});
export type WebhookDelivery = z.input<typeof WebhookDelivery>;

export const WebhookDeliveryPage = pageOf(WebhookDelivery);

export const WebhookDeliveryWithAttempts = WebhookDelivery.extend({
  log: z
    .array(
      z.object({
        number: z.int().describe("Counts the attempts from 1"),
        at: Timestamp.describe("When the request was sent"),
        durationMs: z.int().describe("Duration in milliseconds"),
        status: z.int().nullable().describe("HTTP status; null without a response"),
        error: z.string().nullable().describe("Why there was no response; null if there was one"),
        response: z.string().describe("The beginning of the response's body, up to 4 KiB"),
      }),
    )
    .describe("All attempts, oldest first"),
});
export type WebhookDeliveryWithAttempts = z.input<typeof WebhookDeliveryWithAttempts>;

/** The deliveries to resend: those that failed, or all that are not pending. */
export const ResendRange = z.strictObject({
  which: z.enum(["failed", "all"]),
  from: Instant.optional(),
  to: Instant.optional(),
});
export type ResendRange = z.infer<typeof ResendRange>;
