import { placeOfSequence } from "../../core/events/place";
import { readableTypes, readFeed } from "../../core/events/queries";
import { EventPage, EventQuery } from "../../core/events/schema";
import type { Ctx } from "../../core/kernel/actor";
import type { KeyRecord } from "../../core/keys/record";
import { endpoint } from "../endpoint";
import { type Feed, readFeedOrWait } from "../event-feed";

const TAG = { name: "Events", description: "What has happened, in order." };

const listEvents = endpoint({
  id: "listEvents",
  tag: TAG,
  route: "GET /events",
  summary: "Read what has happened",
  description:
    "Your events, oldest first, for 90 days unless the platform says otherwise. Store `next_after` once you have processed a page, and pass it as `after` of the next request: you then see each event once and miss none. With `wait`, a request without new events is held until there are some; if the server can't hold it, the response has `Retry-After`. A key sees only events of what it may read: `payout.*` needs `payouts:read` too.",
  scope: "events:read",
  etag: false,
  query: EventQuery,
  returns: EventPage,
  names: { query: "EventQuery", returns: "EventList" },
  failures: { events_expired: { details: { oldest_sequence: 3 } } },
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
      },
    ],
    next_after: 4_182,
    has_more: false,
  },
  asksAgain: true,
  run: ({ ctx, query, ...tools }) => readFeedOrWait(tools, query.wait, feedOf(ctx, query)),
});

type PartnersFeed = Feed<KeyRecord, EventQuery["after"], EventPage>;

function feedOf(ctx: Ctx, { after, types, limit }: EventQuery): PartnersFeed {
  const of = ({ id: keyId, partner, scopes }: KeyRecord, from: EventQuery["after"]) => {
    const actor = { kind: "key", keyId, partnerId: partner.id, scopes } as const;
    return { actor, feed: { partnerId: partner.id, after: from, types, limit } };
  };
  return {
    after,
    name: (key, from) => JSON.stringify([of(key, from).feed, key.scopes]),
    read: (key, from) => {
      const { actor, feed } = of(key, from);
      return readFeed({ ...ctx, actor }, feed);
    },
    next: (key, { nextAfter: sequence }) => ({
      after: { sequence },
      wanted: {
        seen: placeOfSequence(sequence),
        types: readableTypes(of(key, undefined).actor, types),
      },
    }),
  };
}

export const EVENT_ENDPOINTS = [listEvents];
