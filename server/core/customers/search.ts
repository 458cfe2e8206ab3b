import { Prisma } from "../../../prisma/client/client";
import type { Ctx } from "../actor";
import { beginning } from "../columns";
import { CUSTOMER_COLUMNS, type CustomerRow } from "./row";

/** Which of a partner's customers: `where` holds the other conditions, with the partner. */
export type Search = { partnerId: string; where: Prisma.Sql; search: string; count: number };

/** So many of the newest customers are looked at first: what most of them match needs no index. */
const RECENT = 500;

/**
 * The newest customers whose name has words that begin with those of the search, whose address begins
 * with it, or whose external id it is. PostgreSQL cannot know how many match, and would read either all
 * customers for a rare name or all matches for a single letter: hence the two steps, each bounded.
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

/** The matches among the newest customers. */
function amongRecent({ where, count, ...search }: Search): Prisma.Sql {
  const recent = Prisma.sql`
    SELECT * FROM customers WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ${RECENT}`;
  return newest(Prisma.sql`(${recent}) AS customers WHERE ${matches(search)}`, count);
}

/** All matches, found by the indexes over words, addresses and external ids. */
export function byIndex({ where, count, ...search }: Search): Prisma.Sql {
  // OFFSET 0, or PostgreSQL would go through the customers in their order until enough match.
  const matching = Prisma.sql`
    SELECT * FROM customers WHERE ${where} AND ${matches(search)} OFFSET 0`;
  return newest(Prisma.sql`(${matching}) AS customers`, count);
}

function matches({ partnerId, search }: Pick<Search, "partnerId" | "search">): Prisma.Sql {
  return Prisma.sql`(
    array_to_tsvector(customer_words(partner_id, name)) @@ customer_query(${partnerId}, ${search})
    OR lower(email) LIKE ${beginning(search.toLowerCase())}
    OR external_id = ${search})`;
}
