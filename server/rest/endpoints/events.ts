import { readableTypes, readFeed } from "../../core/events/queries";
import { EventPage, EventQuery } from "../../core/events/schema";
import type { Ctx } from "../../core/kernel/actor";
import type { KeyRecord } from "../../core/keys/record";
import { endpoint } from "../endpoint";
import type { EventWait } from "../event-waits";

/** After how many seconds a request for which there was no place to wait should be repeated. */
const PAUSE_SECONDS = 5;

const TAG = { name: "Events", description: "What has happened, in order." };

const listEvents = endpoint({
  id: "listEvents",
  tag: TAG,
  method: "GET",
  path: "/events",
  summary: "Read what has happened",
  description:
    "Your events, oldest first, for 90 days unless the platform says otherwise. Store `next_after` once you have processed a page, and pass it as `after` of the next request: you then see each event once and miss none. With `wait`, a request without new events is held until there are some; if the server can't hold it, the response has `Retry-After`. A key sees only events of what it may read: `payout.*` needs `payouts:read` too.",
  scope: "events:read",
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
  run: async ({ ctx, key, query, openWait, askAgainAfter }) => {
    const wait = await openWait(query.wait);
    try {
      const page = await readOrWait(ctx, { key, query, wait });
      const isUnheld = wait === null && query.wait > 0 && page.data.length === 0;
      if (isUnheld) askAgainAfter(Math.min(query.wait, PAUSE_SECONDS));
      return page;
    } finally {
      wait?.close();
    }
  },
});

type Reading = { key: KeyRecord; query: EventQuery; wait: EventWait | null };

async function readOrWait(ctx: Ctx, { key, query, wait }: Reading): Promise<EventPage> {
  const { limit, types } = query;
  let { after } = query;
  let current: Awaited<ReturnType<EventWait["next"]>> | null = null;
  for (;;) {
    const { id: keyId, partner, scopes } = current?.key ?? key;
    const partnerId = partner.id;
    const actor = { kind: "key", keyId, partnerId, scopes } as const;
    const feed = { partnerId, after, types, limit };
    const read = () => readFeed({ ...ctx, actor }, feed);
    // Requests that wait for the same are answered with the same page.
    const name = JSON.stringify([feed, scopes]);
    const page = await (current === null ? read() : current.shared.once(name, read));
    if (wait === null || current?.isOver || page.data.length > 0) return page;
    after = { sequence: page.nextAfter };
    current = await wait.next({ seen: page.nextAfter, types: readableTypes(actor, types) });
  }
}

export const EVENT_ENDPOINTS = [listEvents];
