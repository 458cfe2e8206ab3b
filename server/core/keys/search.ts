import { z } from "zod";
import { Prisma } from "../../../prisma/client/client";
import { assertPartner, within } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import { selectAll } from "../kernel/columns";
import { fail } from "../kernel/errors";
import { cutPage, type Page, PageQuery, type Position, readCursor } from "../kernel/paging";
import { RESERVED_PARTS, SCOPE_NAMES } from "../kernel/scopes";
import { newestRequests } from "../limit-requests/queries";
import type { LimitRequest } from "../limit-requests/view";
import { usageStart } from "../usage/queries";
import { line } from "../values/text";
import { expiresSoon, NOTICE_DAYS } from "./attention";
import { liveSql } from "./live-sql";
import { findKey } from "./queries";
import { isLive, type KeyRow, type KeyView, keyView, liveWhere } from "./view";

const KEY_SORTS = [
  "created",
  "-created",
  "name",
  "-name",
  "used",
  "-used",
  "expires",
  "-expires",
] as const;
type KeySort = (typeof KEY_SORTS)[number];

/**
 * Filters of the dashboard's list. `search` is part of a name, an id, a scope, or the first or last
 * characters. `which`: ends within 30 days, needs attention because it expires soon, rate limited
 * today, replaced and no longer used, unused for long, with unused scopes, or leaked.
 */
export const KeyFilter = z.strictObject({
  state: z.enum(["active", "all"]).default("active"),
  which: z
    .enum(["ending", "expiring", "limited", "replaced", "silent", "broad", "leaked"])
    .optional(),
  search: line(200).optional(),
});
export type KeyFilter = z.infer<typeof KeyFilter>;

export const KeySearch = KeyFilter.extend({
  ...PageQuery,
  /** A leading minus sorts in descending order. */
  sort: z.enum(KEY_SORTS).default("-created"),
});
export type KeySearch = z.infer<typeof KeySearch>;

/** The list for menus. `search` is part of a name, an ID, or the characters that are shown. */
export const KeyQuery = z.strictObject({ ...PageQuery, search: line(200).optional() });
export type KeyQuery = z.infer<typeof KeyQuery>;

const DAY_MS = 86_400_000;
/** A key or scope that was not used for this many days counts as unused. */
const UNUSED_DAYS = 30;

/**
 * A key with the active key that replaces it during a rotation, and its newest request for a higher
 * limit.
 */
export type ListedKey = KeyView & { replacedBy: KeyView | null; limitRequest: LimitRequest | null };
export type KeyDetails = ListedKey & { replaces: KeyView | null };

const COLUMNS = selectAll("k", Prisma.ApiKeyScalarFieldEnum);

/**
 * A page of a partner's keys, newest first, including revoked ones. Throws `invalid_request` for a
 * cursor of another list.
 */
export async function listKeys(
  ctx: Ctx,
  { partnerId, cursor, limit, ...filter }: OfPartner & KeyQuery,
): Promise<Page<KeyView>> {
  assertPartner(ctx, partnerId);
  const { search } = filter;
  const of = { list: "keys", partnerId, filter };
  const after = readCursor(ctx, of, cursor);
  const conditions = [
    Prisma.sql`k.partner_id = ${partnerId}`,
    ...(search === undefined ? [] : [containing(search, TEXTS)]),
    ...(after ? [Prisma.sql`(k.created_at, k.id) < (${after[0]}::timestamptz, ${after[1]})`] : []),
  ];
  // In the order of an index over the partner's keys. In the order of the IDs alone, PostgreSQL
  // would look for rare matches among the keys of all partners.
  const rows = await ctx.db.$queryRaw<KeyRow[]>`
    SELECT ${COLUMNS} FROM api_keys k WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY k.created_at DESC, k.id DESC LIMIT ${limit + 1}`;
  const now = ctx.clock.now();
  const position = (row: KeyRow) => [row.createdAt.toISOString(), row.id];
  const page = cutPage(ctx, of, { rows, limit, position });
  return { ...page, data: page.data.map((row) => keyView(row, now)) };
}

/**
 * A page of a partner's keys. Newest first, and without a search or filter, a key that is being
 * replaced comes right after the one that replaces it, in addition to the page's `limit`. Throws
 * `invalid_request` for a cursor of another list.
 */
export async function searchKeys(
  ctx: Ctx,
  { partnerId, cursor, limit, ...filter }: OfPartner & KeySearch,
): Promise<Page<ListedKey>> {
  assertPartner(ctx, partnerId);
  const now = ctx.clock.now();
  const { sort, which, search } = filter;
  const isGrouped = sort === "-created" && which === undefined && search === undefined;
  const of = { list: "key-page", partnerId, filter };
  const { value } = sortOf(sort);
  const conditions = [
    ...matching({ partnerId, ...filter }, now),
    ...(isGrouped ? [Prisma.sql`NOT (${liveSql(now)} AND ${hasSuccessor(now)})`] : []),
    ...after(readCursor(ctx, of, cursor), sort),
  ];
  const rows = await ctx.db.$queryRaw<{ id: string; value: string }[]>`
    SELECT k.id, (${value})::text AS value FROM api_keys k
    WHERE ${Prisma.join(conditions, " AND ")} ${orderBy(sort)} LIMIT ${limit + 1}`;
  const position = (row: { id: string; value: string }) => [row.value, row.id];
  const page = cutPage(ctx, of, { rows, limit, position });
  const ids = page.data.map(({ id }) => id);
  const older = isGrouped ? await replacedBy(ctx, ids, now) : [];
  return { ...page, data: await readKeys(ctx, { ids, older, now }) };
}

/**
 * All keys that match, in blocks, at least one. Their IDs are read at once: pages read one after the
 * other would miss a key that is used, renamed or rotated meanwhile.
 */
export async function* readAllKeys(
  ctx: Ctx,
  { partnerId, atOnce, sort, ...filter }: OfPartner & KeyFilter & { sort: KeySort; atOnce: number },
): AsyncGenerator<ListedKey[]> {
  assertPartner(ctx, partnerId);
  const now = ctx.clock.now();
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT k.id FROM api_keys k
    WHERE ${Prisma.join(matching({ partnerId, ...filter }, now), " AND ")} ${orderBy(sort)}`;
  const ids = rows.map(({ id }) => id);
  let from = 0;
  do {
    yield await readKeys(ctx, { ids: ids.slice(from, from + atOnce), older: [], now });
    from += atOnce;
  } while (from < ids.length);
}

/** The number of keys that match, and of those that are active. */
export async function countKeys(
  ctx: Ctx,
  { partnerId, ...filter }: OfPartner & Omit<KeyFilter, "state">,
): Promise<{ active: number; all: number }> {
  assertPartner(ctx, partnerId);
  const now = ctx.clock.now();
  const conditions = matching({ partnerId, state: "all", ...filter }, now);
  const [counts] = await ctx.db.$queryRaw<{ active: number; all: number }[]>`
    SELECT count(*) FILTER (WHERE ${liveSql(now)})::int AS active, count(*)::int AS all
    FROM api_keys k WHERE ${Prisma.join(conditions, " AND ")}`;
  return counts ?? { active: 0, all: 0 };
}

/** The texts by which people know a key: its name, the characters that are shown, and its ID. */
const TEXTS = Prisma.sql`k.label, k.head || '...' || k.tail, k.id`;

/** Whether one of the texts contains the search. Upper and lower case are the same. */
export function containing(search: string, texts: Prisma.Sql): Prisma.Sql {
  // A line break between the texts, because a search has none.
  return Prisma.sql`strpos(lower(concat_ws(E'\n', ${texts})), lower(${search})) > 0`;
}

export const TEXTS_AND_SCOPES = Prisma.sql`${TEXTS}, array_to_string(k.scopes, E'\n')`;

function matching(filter: OfPartner & KeyFilter, now: Date): Prisma.Sql[] {
  const { partnerId, state, which, search } = filter;
  return [
    Prisma.sql`k.partner_id = ${partnerId}`,
    ...(state === "active" ? [liveSql(now)] : []),
    ...(which ? [CONDITIONS[which](now)] : []),
    ...(search ? [containing(search, TEXTS_AND_SCOPES)] : []),
  ];
}

/** grantedScopes() in SQL. */
const GRANTS = Prisma.sql`(granted.scope = ANY(${SCOPE_NAMES})
  OR NOT regexp_replace(granted.scope, '[:.].*', '') = ANY(${RESERVED_PARTS}))`;

export const CONDITIONS: Record<NonNullable<KeyFilter["which"]>, (now: Date) => Prisma.Sql> = {
  ending: (now) =>
    Prisma.sql`${liveSql(now)} AND k.expires_at < ${daysFrom(now, NOTICE_DAYS[0])}::timestamptz`,
  expiring: () => Prisma.raw(expiresSoon("k")),
  limited: (now) => Prisma.sql`EXISTS (SELECT 1 FROM key_usage u WHERE u.key_id = k.id
    AND u.minute >= ${usageStart(now)}::timestamptz AND u.rate_limited > 0)`,
  replaced: (now) => Prisma.sql`k.revoked_at IS NULL AND ${liveSql(now)} AND ${hasSuccessor(now)}
    AND coalesce(k.last_used_at, k.created_at) < ${daysFrom(now, -1)}::timestamptz`,
  silent: (now) => Prisma.sql`${liveSql(now)}
    AND coalesce(k.last_used_at, k.created_at) < ${daysFrom(now, -UNUSED_DAYS)}::timestamptz`,
  leaked: (now) => Prisma.sql`${liveSql(now)} AND k.leaked_at IS NOT NULL`,
  // A newer key has not had time to use its scopes.
  broad: (now) => Prisma.sql`${liveSql(now)}
    AND k.created_at <= ${daysFrom(now, -UNUSED_DAYS)}::timestamptz
    AND EXISTS (SELECT 1 FROM unnest(k.scopes) AS granted (scope)
      WHERE ${GRANTS} AND NOT EXISTS (
      SELECT 1 FROM key_scope_uses u WHERE u.key_id = k.id AND u.scope = granted.scope
        AND u.last_used_at > ${daysFrom(now, -UNUSED_DAYS)}::timestamptz))`,
};

function daysFrom(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}

function hasSuccessor(now: Date): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM api_keys s
    WHERE s.replaces_id = k.id AND ${liveSql(now, "s")})`;
}

const SORTS = {
  // Not by the id, which begins with the time: its index holds the keys of all partners.
  created: { value: Prisma.sql`k.created_at`, type: Prisma.raw("timestamptz") },
  name: { value: Prisma.sql`lower(k.label)`, type: Prisma.raw("text") },
  used: {
    value: Prisma.sql`coalesce(k.last_used_at, '-infinity')`,
    type: Prisma.raw("timestamptz"),
  },
  expires: {
    value: Prisma.sql`coalesce(k.expires_at, 'infinity')`,
    type: Prisma.raw("timestamptz"),
  },
};

function sortOf(sort: KeySort) {
  const isDescending = sort.startsWith("-");
  const by = sort.replace("-", "") as keyof typeof SORTS;
  return { ...SORTS[by], isDescending };
}

function orderBy(sort: KeySort): Prisma.Sql {
  const { value, isDescending } = sortOf(sort);
  const direction = Prisma.raw(isDescending ? "DESC" : "ASC");
  return Prisma.sql`ORDER BY ${value} ${direction}, k.id ${direction}`;
}

function after(position: Position | null, sort: KeySort): Prisma.Sql[] {
  if (position === null) return [];
  const { value, type, isDescending } = sortOf(sort);
  const than = Prisma.raw(isDescending ? "<" : ">");
  return [Prisma.sql`(${value}, k.id) ${than} (${position[0]}::${type}, ${position[1]})`];
}

/** The active keys that these replace, and those that they replace in turn. */
async function replacedBy(ctx: Ctx, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE chain (id, replaces_id) AS (
      SELECT k.id, k.replaces_id FROM api_keys k WHERE k.id = ANY(${ids}) AND ${liveSql(now)}
      UNION
      SELECT k.id, k.replaces_id FROM api_keys k JOIN chain ON chain.replaces_id = k.id
      WHERE ${liveSql(now)}
    )
    SELECT id FROM chain WHERE NOT id = ANY(${ids})`;
  return rows.map(({ id }) => id);
}

type Found = { ids: readonly string[]; older: readonly string[]; now: Date };

/** The keys with these ids, each followed by those of `older` that it replaces. */
async function readKeys(ctx: Ctx, { ids, older, now }: Found): Promise<ListedKey[]> {
  const all = [...ids, ...older];
  const rows = await ctx.db.apiKey.findMany({
    where: { OR: [{ id: { in: all } }, { replacesId: { in: all }, ...liveWhere(now) }] },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const requests = await newestRequests(ctx, { keyIds: all });
  const successors = new Map(
    rows.filter((row) => isLive(row, now)).map((row) => [row.replacesId, row]),
  );
  const listed = (id: string): ListedKey[] => {
    const row = byId.get(id);
    if (!row) return [];
    const successor = isLive(row, now) ? successors.get(id) : undefined;
    const replacedBy = successor ? keyView(successor, now) : null;
    const key = { ...keyView(row, now), replacedBy, limitRequest: requests.get(id) ?? null };
    const { replacesId } = row;
    return [key, ...(replacesId && older.includes(replacesId) ? listed(replacesId) : [])];
  };
  return ids.flatMap(listed);
}

/** A key with the active key that it replaces, too. Throws `not_found`, also for another partner's. */
export async function getListedKey(ctx: Ctx, { keyId }: { keyId: string }): Promise<KeyDetails> {
  const { replacesId } = await findKey(ctx, { keyId });
  const now = ctx.clock.now();
  const [[key], replaced] = await Promise.all([
    readKeys(ctx, { ids: [keyId], older: [], now }),
    replacesId === null
      ? null
      : ctx.db.apiKey.findFirst({ where: { id: replacesId, ...within(ctx), ...liveWhere(now) } }),
  ]);
  if (!key) return fail("not_found", { message: "API key not found." });
  return { ...key, replaces: replaced && keyView(replaced, now) };
}
