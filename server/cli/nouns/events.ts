import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { Event, EventFilter } from "../../core/events/schema";
import { wireEncoder } from "../../core/kernel/wire";
import { type Console, command, type Session } from "../command";

/** How often `--follow` looks for new events. */
const FOLLOW_EVERY_MS = 1_000;
const PAGE = 100;

const After = z.string().max(100);
const encode = wireEncoder(Event);

const AFTER = {
  shown: "CURSOR",
  about: "cursor of the last event that you have processed",
  is: After.optional(),
};
const TYPES = {
  shown: "TYPES",
  about: "event types, for example account.*,payout.paid (default: all)",
  is: EventFilter.shape.types,
};

const Page = z.object({
  /** In the names of the wire. */
  data: z.array(z.object({ cursor: z.string(), event: z.record(z.string(), z.unknown()) })),
  nextAfter: z.string(),
  hasMore: z.boolean(),
});

const page = command({
  name: "events page",
  summary: "internal step of events",
  options: { after: AFTER, types: TYPES },
  output: Page,
  run: async (call, { after, types }) => {
    // Loaded lazily: the help text needs no database client.
    const { readPlatformFeed } = await import("../../core/events/platform");
    const { data, ...rest } = await readPlatformFeed(call, { after, types, limit: PAGE });
    return { ...rest, data: data.map(({ cursor, event }) => ({ cursor, event: encode(event) })) };
  },
  render: ({ nextAfter }) => nextAfter,
});

type Reading = { after?: string; types?: string; isFollowing: boolean };

/** Prints events as JSON, one per line, until the last one, or until it is stopped. */
async function printEvents(session: Session & Console, { isFollowing, ...reading }: Reading) {
  const signal = session.untilStopped();
  let { after } = reading;
  while (!signal.aborted) {
    const words = { ...reading, ...(after !== undefined && { after }) };
    const { data, nextAfter, hasMore } = Page.parse(await session.ask(page.name, words));
    for (const { cursor, event } of data) {
      const line = { ...event, cursor };
      session.print(JSON.stringify(line), line);
    }
    if (!hasMore && !isFollowing) return;
    after = nextAfter;
    if (!hasMore) await pause(FOLLOW_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

const events = command({
  name: "events",
  summary: "print the events of all partners in order, as JSON lines",
  // Types are parsed by each page; here for the errors.
  options: { after: AFTER, types: { ...TYPES, is: z.string().optional() } },
  flags: { follow: "wait for new events" },
  example: "latchkey events --types account.created --follow",
  output: z.object({}),
  conduct: async (session, { follow, after, types }) => {
    const named = { ...(after !== undefined && { after }), ...(types !== undefined && { types }) };
    await printEvents(session, { ...named, isFollowing: follow === "yes" });
    return {};
  },
  render: () => "",
});

export const EVENT_COMMANDS = [events];

/** Internal commands of the above, run in the process with the stores. */
export const EVENT_STEPS = [page];
