import { Prisma } from "../../../prisma/client/client";
import { assertOperator } from "../access";
import type { Ctx } from "../actor";
import { refuse } from "../errors";
import type { Event } from "./schema";
import type { EventType } from "./types";
import { EVENT_COLUMNS, type EventRow, eventView } from "./view";

/** A page of the events of all partners. `nextAfter` continues after it, also if it is empty. */
type PlatformPage = { data: Event[]; nextAfter: string; hasMore: boolean };

type PlatformQuery = {
  /** `nextAfter` of the previous page; without it, from the oldest event that is kept. */
  after?: string | undefined;
  types?: readonly EventType[] | undefined;
  limit: number;
};

const CURSOR = /^(\d{1,18})\/([a-z0-9_]{0,40})\/(\d{1,15})$/;
const START = "0//0";

/**
 * Events of all partners in one order, for operators. It contains only transactions before the
 * oldest one that is still running, so that no event appears before one that was already read:
 * docs/decisions/0014. Throws `validation_failed` for an invalid `after`.
 */
export async function readPlatformFeed(ctx: Ctx, query: PlatformQuery): Promise<PlatformPage> {
  assertOperator(ctx);
  const { after = START, types, limit } = query;
  const [, position, partnerId, sequence] = CURSOR.exec(after) ?? [];
  if (position === undefined)
    refuse({ path: "after", message: "The cursor is not valid for this feed." });
  const ofTypes = types ? Prisma.sql`AND type = ANY(${[...types]}::text[])` : Prisma.empty;
  const rows = await ctx.db.$queryRaw<EventRow[]>`
    SELECT ${EVENT_COLUMNS} FROM events
    WHERE position < (SELECT base FROM event_order)
        + pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      AND (position, partner_id, sequence)
        > (${position}::bigint, ${partnerId}, ${sequence}::bigint) ${ofTypes}
    ORDER BY position, partner_id, sequence LIMIT ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextAfter = last ? `${last.position}/${last.partnerId}/${last.sequence}` : after;
  return { data: page.map(eventView), nextAfter, hasMore: rows.length > limit };
}
