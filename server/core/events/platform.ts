import { Prisma } from "../../../prisma/client/client";
import { assertOperator } from "../kernel/access";
import type { Ctx, ReadDb } from "../kernel/actor";
import { fail, refuse } from "../kernel/errors";
import type { EventType } from "../registry";
import type { Place } from "./place";
import { EVENT_COLUMNS } from "./row";
import type { Event } from "./schema";
import { type EventRow, eventView } from "./view";

/** An event of any partner. `cursor`: the position after it in the order of all events. */
type PlatformEvent = { cursor: string; event: Event };

/** A page of the events of all partners. `nextAfter` continues after it, also if it is empty. */
type PlatformPage = { data: PlatformEvent[]; nextAfter: string; hasMore: boolean };

type PlatformQuery = {
  /**
   * `nextAfter` of the previous page, or the cursor of an event; `latest`: only events from now on;
   * default: from the oldest event.
   */
  after?: string | undefined;
  types?: readonly EventType[] | undefined;
  limit: number;
};

const CURSOR = /^(\d{1,18})\/([a-z0-9_]{0,40})\/(\d{1,15})$/;
const START = "0//0";
/** Events that a page reads to find those of its types: a page may be empty and not the last. */
const MAX_READ = 2_000;

const cursorOf = ({ position, partnerId, sequence }: EventRow) =>
  `${position}/${partnerId}/${sequence}`;

/**
 * Events of all partners in one order, for operators. It contains only transactions before the
 * oldest one that is still running, so that no event appears before one that was already read:
 * docs/decisions/0014. Throws `events_expired` if events after `after` have been deleted, and
 * `validation_failed` for a cursor that this database did not issue.
 */
export async function readPlatformFeed(
  ctx: Ctx,
  { after, types, limit }: PlatformQuery,
): Promise<PlatformPage> {
  assertOperator(ctx);
  const from = after === "latest" ? null : placeOf(after ?? START);
  const { horizon, expiredThrough } = await readOrder(ctx.db);
  if (from === null) return { data: [], nextAfter: `${horizon}//0`, hasMore: false };
  if (after !== undefined) assertCurrent(from, { horizon, expiredThrough });
  const read = types ? MAX_READ : limit + 1;
  const rows = await readRows(ctx, { from, horizon, types, read, limit });
  const found = rows.filter(({ type }) => types?.some((each) => each === type) ?? true);
  const page = found.slice(0, limit);
  const data = page.map((row) => ({ cursor: cursorOf(row), event: eventView(row) }));
  // The last of the events that were read, if there are further ones.
  const lastRead = rows.find(({ place }) => place === read);
  const next = found.length > limit ? page.at(-1) : lastRead;
  if (next) return { data, nextAfter: cursorOf(next), hasMore: true };
  return { data, nextAfter: `${horizon}//0`, hasMore: false };
}

/** The place of a cursor. Throws `validation_failed` if there is none. */
export function placeOf(cursor: string): Place {
  const [, position, partnerId, sequence] = CURSOR.exec(cursor) ?? [];
  if (position === undefined || partnerId === undefined || sequence === undefined) {
    return refuse({ path: "after", message: "The cursor is not valid for this feed." });
  }
  return [BigInt(position), partnerId, BigInt(sequence)];
}

/** The order of all events: complete below `horizon`, and deleted up to `expiredThrough`. */
type Order = { horizon: bigint; expiredThrough: bigint };

// Read before the events: transactions that have ended by now are visible to the next statement.
async function readOrder(db: ReadDb): Promise<Order> {
  const [order] = await db.$queryRaw<Order[]>`
    SELECT base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon,
      expired_through AS "expiredThrough"
    FROM event_order`;
  if (!order) throw new Error("event_order is empty");
  return order;
}

function assertCurrent([position]: Place, { horizon, expiredThrough }: Order): void {
  if (position > horizon) {
    const message = "The cursor is ahead of all events: the database was restored. Read again.";
    refuse({ path: "after", message });
  }
  if (position <= expiredThrough) fail("events_expired");
}

type Range = {
  from: Place;
  horizon: bigint;
  types: readonly EventType[] | undefined;
  read: number;
  limit: number;
};

/**
 * The events of these types among the next `read` ones: one more than `limit`, or all and the last
 * of those that were read.
 */
function readRows(ctx: Ctx, { from, horizon, types, read, limit }: Range) {
  const [position, partnerId, sequence] = from;
  const wanted = types ? Prisma.sql`type = ANY(${[...types]}::text[])` : Prisma.sql`TRUE`;
  return ctx.db.$queryRaw<(EventRow & { place: number })[]>`
    SELECT ${EVENT_COLUMNS}, place FROM (
      SELECT *, (row_number() OVER (ORDER BY position, partner_id, sequence))::int AS place
      FROM events
      WHERE position < ${horizon} AND (position, partner_id, sequence)
        > (${position}::bigint, ${partnerId}, ${sequence}::bigint)
      ORDER BY position, partner_id, sequence LIMIT ${read}) AS events
    WHERE ${wanted} OR place = ${read}
    ORDER BY place LIMIT ${limit + 1}`;
}

type Head = { place: Place; type: string; subjectId: string };

/** Types and subjects of the events of all partners after a place, in order, as the feed has them. */
export async function readPlatformHeads(
  db: ReadDb,
  { after: [position, partnerId, sequence], limit }: { after: Place; limit: number },
): Promise<Head[]> {
  const { horizon } = await readOrder(db);
  type Row = {
    position: bigint;
    partnerId: string;
    sequence: bigint;
    type: string;
    subjectId: string;
  };
  const rows = await db.$queryRaw<Row[]>`
    SELECT position, partner_id AS "partnerId", sequence, type, subject_id AS "subjectId"
    FROM events
    WHERE position < ${horizon} AND (position, partner_id, sequence)
      > (${position}::bigint, ${partnerId}, ${sequence}::bigint)
    ORDER BY position, partner_id, sequence LIMIT ${limit}`;
  return rows.map(({ type, subjectId, ...row }) => ({
    place: [row.position, row.partnerId, row.sequence],
    type,
    subjectId,
  }));
}
