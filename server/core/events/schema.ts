import { z } from "zod";
import { closestMatchHint } from "../kernel/closest-match";
import { isId } from "../kernel/ids";
import { PageQuery } from "../kernel/paging";
import { EVENT_TYPE_NAMES, type EventType } from "../registry";
import { Id } from "../values/text";
import { Instant, Timestamp } from "../values/time";

/** Patterns for groups of types: `account.*`, and `*` for all. */
export const EVENT_PATTERNS: readonly string[] = [
  "*",
  ...new Set(
    EVENT_TYPE_NAMES.flatMap((name) => /^\w+\./.exec(name)?.map((group) => `${group}*`) ?? []),
  ),
];

/** The types that a type's name or a pattern stands for; empty if it is neither. */
export function matchingTypes(pattern: string): EventType[] {
  if (!pattern.endsWith("*")) return EVENT_TYPE_NAMES.filter((name) => name === pattern);
  if (!EVENT_PATTERNS.includes(pattern)) return [];
  return EVENT_TYPE_NAMES.filter((name) => name.startsWith(pattern.slice(0, -1)));
}

/** The longest that a request for events may wait, in seconds: half of nginx's proxy timeout. */
const MAX_EVENT_WAIT_SECONDS = 30;

const SEQUENCE =
  "Counts your events from 1, without gaps, in the order in which they happened; after a restore of the platform's database, from a much higher number. A key that may not read some types sees gaps";

/** An event, as the feed returns it. `data` has the names of the wire. */
export const Event = z.object({
  id: z.string().describe("Begins with evt_; the same in each delivery of the event"),
  type: z.string().describe("Event type, for example `account.created`"),
  sequence: z.int().min(1).describe(SEQUENCE),
  occurredAt: Timestamp.describe("When it happened"),
  partnerId: z.string().describe("You"),
  subject: z
    .object({
      type: z.string().describe("The kind of object: `account`, `payout`, ..."),
      id: z.string().describe("Its id; of prices and products, the product's code"),
      url: z
        .string()
        .nullable()
        .describe("Where to read it, below the base path; null if the API does not return it"),
    })
    .meta({ id: "EventSubject", description: "The resource that changed" }),
  data: z
    .record(z.string(), z.unknown())
    .describe(
      "Details of the change, such as counts and sums; they depend on the type. Retrieve the subject for the rest",
    ),
});
export type Event = z.input<typeof Event>;

/** An event, as webhooks send it. */
export const WebhookEvent = Event.extend({
  sequence: z.int().min(0).describe(`${SEQUENCE}. A test event has 0`),
});

export const EventPage = z.object({
  data: z.array(Event).describe("Oldest first"),
  nextAfter: z
    .int()
    .describe("Pass it as `after` of the next request, also if `data` is empty: store it"),
  hasMore: z.boolean().describe("Whether there are further events already"),
});
export type EventPage = z.input<typeof EventPage>;

/** The events after which a feed continues: a sequence, an event's id, or the end. */
export type After = { sequence: number } | { id: string } | "latest";

const AFTER = "Must be a sequence, the ID of an event, or latest.";

const After = z.string().transform((text, ctx): After => {
  if (text === "latest") return text;
  if (/^\d{1,15}$/.test(text)) return { sequence: Number(text) };
  if (isId("event", text)) return { id: text };
  ctx.addIssue({ code: "custom", message: AFTER });
  return z.NEVER;
});

/** A comma-separated list of types and patterns. Repeats are harmless. */
const Types = z
  .string()
  .max(2_000, "At most 2000 characters.")
  .transform((text, ctx): EventType[] => {
    const patterns = new Set(text.split(",").map((part) => part.trim()));
    return [...patterns].flatMap((pattern) => {
      const types = matchingTypes(pattern);
      if (types.length > 0) return types;
      const known = pattern.endsWith("*") ? EVENT_PATTERNS : EVENT_TYPE_NAMES;
      const message = `Unknown event type.${closestMatchHint(pattern, known)}`;
      ctx.addIssue({ code: "custom", message });
      return [];
    });
  });

const WAIT = `Must be an integer from 0 to ${MAX_EVENT_WAIT_SECONDS}.`;

// A query string sends the number as digits.
const toNumber = (wait: unknown) =>
  typeof wait === "string" && /^\d{1,9}$/.test(wait) ? Number(wait) : wait;
const Wait = z.preprocess(toNumber, z.int(WAIT).min(0, WAIT).max(MAX_EVENT_WAIT_SECONDS, WAIT));
const WaitSeconds = Wait.default(0).describe(
  "If there are no such events yet, wait for up to so many seconds until there are, 0 to 30. Default: 0",
);

/** The query of the events of all partners. */
export const PlatformEventQuery = z.strictObject({
  after: z
    .string()
    .max(80)
    .optional()
    .describe(
      "`next_after` of the previous page, or the `cursor` of an event, exactly as given. `latest`: only events from now on. Default: from the oldest event that is kept",
    ),
  types: Types.optional().describe(
    "Only these types, separated by commas: `account.*,payout.paid`. Default: all",
  ),
  limit: PageQuery.limit,
  wait: WaitSeconds,
});

export const EventFilter = z.strictObject({
  types: Types.optional().describe(
    "Only these types, separated by commas: `account.*,payout.paid`. Default: all that the key may read",
  ),
});

export const EventQuery = EventFilter.extend({
  after: After.optional().describe(
    "Only events after this one: `next_after` of the previous response, a sequence, or an event's id. `latest`: only events from now on. Default: from the oldest event that is kept",
  ),
  limit: PageQuery.limit,
  wait: WaitSeconds,
});
export type EventQuery = z.infer<typeof EventQuery>;

/** A type's name or a pattern for several: `account.*`, `*`. */
export const EventPattern = z.string().superRefine((pattern, ctx) => {
  if (matchingTypes(pattern).length > 0) return;
  const hint = closestMatchHint(pattern, [...EVENT_TYPE_NAMES, ...EVENT_PATTERNS]);
  ctx.addIssue({ code: "custom", message: `Unknown event type.${hint}` });
});

/** The filters of the list for people. */
export const EventSearch = z.strictObject({
  ...PageQuery,
  type: EventPattern.optional(),
  /** The ID of the subject. */
  subject: z.string().max(100).optional(),
  /** When the event was recorded. */
  from: Instant.optional(),
  to: Instant.optional(),
  /** In the list of all partners. */
  partnerId: Id.optional(),
});
export type EventSearch = z.infer<typeof EventSearch>;
