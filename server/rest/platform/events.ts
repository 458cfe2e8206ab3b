import { z } from "zod";
import { placeOf, readPlatformFeed } from "../../core/events/platform";
import { Event, PlatformEventQuery } from "../../core/events/schema";
import type { Ctx } from "../../core/kernel/actor";
import type { PlatformKeyRecord } from "../../core/keys/record";
import { type Endpoint, platformEndpoint } from "../endpoint";
import { type Feed, readFeedOrWait } from "../event-feed";
import { withPartner } from "./partner-code";

const TAG = { name: "Events", description: "What has happened at all partners, in order." };

const PlatformEvent = Event.extend({
  partnerId: z.string().describe("ID of the partner; starts with `prt_`"),
  sequence: z.int().min(1).describe("Counts the events of its partner from 1"),
  partner: z.string().describe("Code of the partner"),
  cursor: z.string().describe("The position after it, for `after`"),
});

const PlatformEventPage = z.object({
  data: z.array(PlatformEvent).describe("In one order over all partners, oldest first"),
  nextAfter: z
    .string()
    .describe("Pass it as `after` of the next request, also if `data` is empty: store it"),
  hasMore: z.boolean().describe("Whether there are further events already"),
});

const listEvents = platformEndpoint({
  id: "listEvents",
  tag: TAG,
  route: "GET /events",
  summary: "Read what has happened at all partners",
  description:
    "Store `next_after` once you have processed a page, and pass it as `after` of the next request: you then see each event once and miss none. With `types`, a page may be empty although `has_more` is true. With `wait`, a request without new events is held until there are some; if the server can't hold it, the response has `Retry-After`. Events are kept for 90 days unless the platform says otherwise.",
  scope: "events:read",
  etag: false,
  query: PlatformEventQuery,
  returns: PlatformEventPage,
  names: { query: "EventQuery", returns: "EventList" },
  failures: { events_expired: {} },
  example: {
    data: [
      {
        id: "evt_01jd5n8k3v0000000000000000",
        type: "price.changed",
        sequence: 4_182,
        occurred_at: "2026-11-22T10:26:52.113Z",
        partner_id: "prt_01jd5n8k3v0000000000000000",
        subject: { type: "price", id: "basic", url: "/prices/basic" },
        data: { currency: "EUR", before: 900, after: 990, version: 3 },
        partner: "acme",
        cursor: "8150/prt_01jd5n8k3v0000000000000000/4182",
      },
    ],
    next_after: "8150/prt_01jd5n8k3v0000000000000000/4182",
    has_more: false,
  },
  asksAgain: true,
  run: ({ ctx, query, ...tools }) => readFeedOrWait(tools, query.wait, feedOf(ctx, query)),
});

type Query = z.infer<typeof PlatformEventQuery>;
type Page = z.input<typeof PlatformEventPage>;

function feedOf(
  ctx: Ctx,
  { after, types, limit }: Query,
): Feed<PlatformKeyRecord, Query["after"], Page> {
  return {
    after,
    name: (_key, from) => JSON.stringify([from, types, limit]),
    read: async ({ id: keyId, scopes }, from) => {
      const actor = { kind: "platform-key", keyId, scopes } as const;
      const { data, ...page } = await readPlatformFeed(
        { ...ctx, actor },
        { after: from, types, limit },
      );
      const events = data.map(({ event, cursor }) => ({ ...event, cursor }));
      return { ...page, data: await withPartner(ctx, events) };
    },
    next: (_key, { nextAfter }) => ({
      after: nextAfter,
      wanted: { seen: placeOf(nextAfter), types: types ?? null },
    }),
  };
}

export const PLATFORM_EVENT_ENDPOINTS: readonly Endpoint[] = [listEvents];
