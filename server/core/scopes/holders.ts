import { assertOperator } from "../kernel/access";
import type { Ctx, ReadDb, Tx } from "../kernel/actor";
import { SCOPE_NAMES } from "../kernel/scopes";
import { liveSql } from "../keys/live-sql";
import type { DefinedScope } from "./schema";
import { type Holders, scopeView } from "./view";

// Apart from the queries, which commands load without the database client.

/** All scopes of the company's own, by name, with the number of keys that have each. */
export async function listDefinedScopes(ctx: Ctx): Promise<DefinedScope[]> {
  assertOperator(ctx);
  const [rows, holders] = await Promise.all([
    ctx.db.companyScope.findMany({ orderBy: { name: "asc" } }),
    readHolders(ctx),
  ]);
  return rows.map((row) => scopeView(row, holders.get(row.name) ?? { keys: 0, partners: 0 }));
}

/** The active keys that have each of the scopes of the company's own, and their partners. */
async function readHolders(ctx: Ctx): Promise<Map<string, Holders>> {
  const rows = await ctx.db.$queryRaw<(Holders & { name: string })[]>`
    SELECT granted.scope AS name, count(*)::int AS keys,
           count(DISTINCT k.partner_id)::int AS partners
    FROM api_keys k CROSS JOIN LATERAL unnest(k.scopes) AS granted (scope)
    WHERE ${liveSql(ctx.clock.now())} AND NOT granted.scope = ANY(${SCOPE_NAMES})
    GROUP BY 1`;
  return new Map(rows.map(({ name, keys, partners }) => [name, { keys, partners }]));
}

/** The active keys that have this scope, and their partners. */
export async function countHolders(tx: Tx, name: string, now: Date): Promise<Holders> {
  const [found] = await tx.$queryRaw<Holders[]>`
    SELECT count(*)::int AS keys, count(DISTINCT k.partner_id)::int AS partners
    FROM api_keys k WHERE ${name} = ANY(k.scopes) AND ${liveSql(now)}`;
  return found ?? { keys: 0, partners: 0 };
}

/** The partners with a key that has this scope, also a revoked or expired one. */
export async function findHolders(db: ReadDb | Tx, name: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT k.partner_id AS id FROM api_keys k WHERE ${name} = ANY(k.scopes) ORDER BY 1`;
  return rows.map(({ id }) => id);
}
