import { Prisma } from "../../../prisma/client/client";
import type { Ctx } from "../kernel/actor";
import { likePrefix } from "../kernel/patterns";
import { CUSTOMER_COLUMNS, type CustomerRow } from "./row";

/** `where` holds the other conditions, including the partner. */
export type Search = { partnerId: string; where: Prisma.Sql; search: string; count: number };

/**
 * How many of the newest customers are searched first: enough for a search that matches most of
 * them.
 */
const RECENT = 500;

/**
 * The newest customers with a name whose words begin with those of the search, an email that begins
 * with it, or an external id equal to it. PostgreSQL can't estimate how many match, and would read
 * either all customers for a rare name or all matches of a single letter: hence two steps, each
 * bounded.
 */
export async function searchCustomers(ctx: Ctx, wanted: Search): Promise<CustomerRow[]> {
  if (wanted.count <= RECENT) {
    const rows = await ctx.db.$queryRaw<CustomerRow[]>(amongRecent(wanted));
    if (rows.length === wanted.count) return rows;
  }
  return ctx.db.$queryRaw<CustomerRow[]>(byIndex(wanted));
}

/** Rows of `from`, newest first. */
export function newest(from: Prisma.Sql, count: number): Prisma.Sql {
  return Prisma.sql`
    SELECT ${CUSTOMER_COLUMNS} FROM ${from} ORDER BY created_at DESC, id DESC LIMIT ${count}`;
}

/** Matches among the newest customers. */
function amongRecent({ where, count, ...search }: Search): Prisma.Sql {
  const recent = Prisma.sql`
    SELECT * FROM customers WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ${RECENT}`;
  return newest(Prisma.sql`(${recent}) AS customers WHERE ${matches(search)}`, count);
}

/** All matches, from the indexes over words, emails and external ids. */
export function byIndex({ where, count, ...search }: Search): Prisma.Sql {
  // OFFSET 0 keeps PostgreSQL from scanning customers in order until enough match.
  const matching = Prisma.sql`
    SELECT * FROM customers WHERE ${where} AND ${matches(search)} OFFSET 0`;
  return newest(Prisma.sql`(${matching}) AS customers`, count);
}

function matches({ partnerId, search }: Pick<Search, "partnerId" | "search">): Prisma.Sql {
  return Prisma.sql`(
    array_to_tsvector(customer_words(partner_id, name)) @@ customer_query(${partnerId}, ${search})
    OR lower(email) LIKE ${likePrefix(search.toLowerCase())}
    OR external_id = ${search})`;
}
