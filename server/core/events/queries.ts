import { Prisma } from "../../../prisma/client/client";
import { assertPartner } from "../kernel/access";
import type { Actor, Ctx, OfPartner, ReadDb } from "../kernel/actor";
import { fail, refuse } from "../kernel/errors";
import { EVENT_TYPE_NAMES, type EventType } from "../registry";
import type { Place } from "./place";
import { missingScope } from "./readable";
import { EVENT_COLUMNS } from "./row";
import type { After, EventPage } from "./schema";
import { type EventRow, eventView } from "./view";

type FeedQuery = OfPartner & {
  /** Default: from the oldest event that is kept. */
  after?: After | undefined;
  /** Default: all that the actor may read. */
  types?: readonly EventType[] | undefined;
  limit: number;
};

/** Beyond any sequence, and exact as a number. */
const END = Number.MAX_SAFE_INTEGER;

/**
 * A page of a partner's events, oldest first. `nextAfter` passes over events that the filter leaves
 * out or that the actor may not read, so that a reader of rare types never falls behind what is
 * kept. Throws `events_expired` if events after `after` have been deleted, `insufficient_scope` for
 * a type that the key may not read, and `validation_failed` for an unknown `after`.
 */
export async function readFeed(
  ctx: Ctx,
  { partnerId, after, types, limit }: FeedQuery,
): Promise<EventPage> {
  assertPartner(ctx, partnerId);
  const readable = readableTypes(ctx.actor, types);
  const from = await startOf(ctx, partnerId, after);
  const rows = await readRows(ctx, { partnerId, from, types: readable, limit: limit + 1 });
  const { lastSequence: last = 0, expiredThrough: expired = 0 } = rows[0] ?? {};
  if (after !== undefined && from < expired) failExpired(expired);
  if (from > last && from !== END) refuseAfter(`Event not found. The latest is ${last}.`);
  const found = rows.filter(isEvent);
  const data = found.slice(0, limit).map(eventView);
  const hasMore = found.length > limit;
  return { data, nextAfter: hasMore ? (data.at(-1)?.sequence ?? last) : last, hasMore };
}

/**
 * The types that the actor reads of these (default: all); null if no filter is needed. Throws
 * `insufficient_scope` for a type that the key may not read.
 */
export function readableTypes(
  actor: Actor,
  types: readonly EventType[] | undefined,
): readonly EventType[] | null {
  if (types === undefined) {
    const readable = EVENT_TYPE_NAMES.filter((type) => missingScope(actor, type) === null);
    return readable.length === EVENT_TYPE_NAMES.length ? null : readable;
  }
  for (const type of types) {
    const required = missingScope(actor, type);
    if (required === null) continue;
    const message = `api key lacks required scope: ${required}`;
    fail("insufficient_scope", { message, details: { required } });
  }
  return [...new Set(types)];
}

/** The sequence after which to read. */
async function startOf(ctx: Ctx, partnerId: string, after: After | undefined): Promise<number> {
  if (after === undefined) return 0;
  if (after === "latest") return END;
  if ("sequence" in after) return after.sequence;
  // Of this partner only: another partner's event is answered like an unknown one.
  const row = await ctx.db.event.findFirst({ where: { id: after.id, partnerId } });
  return row ? Number(row.sequence) : failUnknown(ctx, partnerId, after.id);
}

/** An id from before the oldest event that is kept counts as expired, if any event has. */
async function failUnknown(ctx: Ctx, partnerId: string, id: string): Promise<never> {
  const [counter, oldest] = await Promise.all([
    ctx.db.eventCounter.findUnique({ where: { partnerId } }),
    ctx.db.event.findFirst({ where: { partnerId }, orderBy: { sequence: "asc" } }),
  ]);
  const expired = Number(counter?.expiredThrough ?? 0);
  if (expired > 0 && (oldest === null || id < oldest.id)) failExpired(expired);
  return refuseAfter("Event not found.");
}

function refuseAfter(message: string): never {
  return refuse({ path: "after", message });
}

function failExpired(expiredThrough: number): never {
  return fail("events_expired", { details: { oldest_sequence: expiredThrough + 1 } });
}

/** The counter's columns are in each row; those of the event are null if there is none. */
type FoundRow = { lastSequence: number; expiredThrough: number } & (EventRow | { id: null });

const isEvent = (row: FoundRow): row is FoundRow & EventRow => row.id !== null;

type Range = {
  partnerId: string;
  from: number;
  types: readonly EventType[] | null;
  limit: number;
};

// One statement, so that the counter and the events are of one snapshot. Each type is read by its
// own range of the index, so that a type is found however rare it is. With `type = ...` PostgreSQL
// may choose the index by sequence instead and read all events of the partner, because it doesn't
// know the types when it plans.
function readRows(ctx: Ctx, { partnerId, from, types, limit }: Range): Promise<FoundRow[]> {
  // Events that count as deleted stay hidden, where clocks that differ have left some of them.
  const start = Prisma.sql`greatest(${from}::bigint, expired_through)`;
  const found =
    types === null
      ? Prisma.sql`
          SELECT * FROM events WHERE partner_id = ${partnerId} AND sequence > ${start}
          ORDER BY sequence LIMIT ${limit}`
      : Prisma.sql`
          SELECT of_type.* FROM unnest(${types}::text[]) AS wanted (type) CROSS JOIN LATERAL (
            SELECT * FROM events
            WHERE partner_id = ${partnerId} AND events.type <= wanted.type
              AND (events.type, sequence) > (wanted.type, ${start})
            ORDER BY events.type, sequence LIMIT ${limit}
          ) AS of_type ORDER BY sequence LIMIT ${limit}`;
  return ctx.db.$queryRaw<FoundRow[]>`
    SELECT last_sequence::float8 AS "lastSequence", expired_through::float8 AS "expiredThrough",
           ${EVENT_COLUMNS}
    FROM event_counters LEFT JOIN LATERAL (${found}) AS events ON true
    WHERE event_counters.partner_id = ${partnerId} ORDER BY events.sequence`;
}

type Head = { place: Place; type: string; subjectId: string };

/** Types and subjects of the partner's events after a place in its feed, oldest first. */
export async function readHeads(
  db: ReadDb,
  { partnerId, after, limit }: OfPartner & { after: Place; limit: number },
): Promise<Head[]> {
  const rows = await db.event.findMany({
    where: { partnerId, sequence: { gt: after[0] } },
    select: { sequence: true, type: true, subjectId: true },
    orderBy: { sequence: "asc" },
    take: limit,
  });
  return rows.map(({ sequence, ...head }) => ({ ...head, place: [sequence, "", 0n] }));
}

/** The sequence of the latest event of each of these partners that has any. */
export async function readLastSequences(
  db: ReadDb,
  partnerIds: readonly string[],
): Promise<Map<string, number>> {
  const where = { partnerId: { in: [...partnerIds] } };
  const rows = await db.eventCounter.findMany({ where });
  return new Map(rows.map(({ partnerId, lastSequence }) => [partnerId, Number(lastSequence)]));
}
