import { z } from "zod";
import { Prisma } from "../../../prisma/client/client";
import { assertPartnerOrAll } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { selectAll } from "../kernel/columns";
import { cutPage, type Page, PageQuery, type Position, readCursor } from "../kernel/paging";
import { line, TRIMMED } from "../values/text";
import { liveSql } from "./live-sql";
import { CONDITIONS, containing, KeyFilter, TEXTS_AND_SCOPES } from "./search";
import { type KeyRow, type KeyView, keyView } from "./view";

/** Filters of the company's own systems: those of the dashboard's list. */
export const KeyBrowse = z.strictObject({
  ...PageQuery,
  status: z
    .enum(["active", "revoked", "expired"])
    .optional()
    .describe("Only keys with this status. A key that is scheduled to be revoked is active"),
  which: KeyFilter.shape.which.describe(
    "Only active keys that: expire within 30 days (`ending`) or so soon that they need attention (`expiring`), were rate limited today (`limited`), were replaced and not used for a day (`replaced`), were not used for 30 days (`silent`), have scopes that were not used for 30 days (`broad`), were found in public (`leaked`).",
  ),
  q: line(200)
    .optional()
    .describe(
      `Matches any part of the name, the ID, a scope, or the first or last characters of the key. Case-insensitive. ${TRIMMED}`,
    ),
});
export type KeyBrowse = z.infer<typeof KeyBrowse>;

const COLUMNS = selectAll("k", Prisma.ApiKeyScalarFieldEnum);

/**
 * A page of a partner's keys or, with null, of all partners', newest first. Throws `invalid_request`
 * for a cursor of another list.
 */
export async function browseKeys(
  ctx: Ctx,
  { partnerId, cursor, limit, ...filter }: { partnerId: string | null } & KeyBrowse,
): Promise<Page<KeyView>> {
  assertPartnerOrAll(ctx, partnerId);
  const now = ctx.clock.now();
  const of = { list: "key-browse", partnerId: partnerId ?? "", filter };
  const conditions = [
    Prisma.sql`TRUE`,
    ...(partnerId === null ? [] : [Prisma.sql`k.partner_id = ${partnerId}`]),
    ...(filter.status ? [WITH_STATUS[filter.status](now)] : []),
    ...(filter.which ? [CONDITIONS[filter.which](now)] : []),
    ...(filter.q ? [containing(filter.q, TEXTS_AND_SCOPES)] : []),
    ...afterCondition(partnerId, readCursor(ctx, of, cursor)),
  ];
  // The orders of the indexes over one partner's keys and over all: IDs begin with the time.
  const order = Prisma.raw(partnerId === null ? "k.id DESC" : "k.created_at DESC, k.id DESC");
  const rows = await ctx.db.$queryRaw<KeyRow[]>`
    SELECT ${COLUMNS} FROM api_keys k WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY ${order} LIMIT ${limit + 1}`;
  const position = (row: KeyRow) => [row.createdAt.toISOString(), row.id];
  const page = cutPage(ctx, of, { rows, limit, position });
  return { ...page, data: page.data.map((row) => keyView(row, now)) };
}

function afterCondition(partnerId: string | null, position: Position | null): Prisma.Sql[] {
  if (position === null) return [];
  const [createdAt, id] = position;
  if (partnerId === null) return [Prisma.sql`k.id < ${id}`];
  return [Prisma.sql`(k.created_at, k.id) < (${createdAt}::timestamptz, ${id})`];
}

// keyState() in SQL.
const WITH_STATUS: Record<NonNullable<KeyBrowse["status"]>, (now: Date) => Prisma.Sql> = {
  active: (now) => liveSql(now),
  revoked: (now) => isRevoked(now),
  expired: (now) => Prisma.sql`NOT ${isRevoked(now)} AND k.expires_at <= ${now}::timestamptz`,
};

const isRevoked = (now: Date) => Prisma.sql`(k.revoked_at IS NOT NULL
  AND (k.retires_at IS NULL OR k.retires_at <= ${now}::timestamptz))`;
