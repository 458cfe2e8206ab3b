import { assertEnrolled, assertOperator } from "../kernel/access";
import type { Ctx, ReadDb, Tx } from "../kernel/actor";
import { unknownName } from "../kernel/closest-match";
import { refuse } from "../kernel/errors";
import { isScope, SCOPE_NAMES } from "../kernel/scopes";
import { liveSql } from "../keys/live-sql";
import type { CompanyScope, DefinedScope } from "./schema";
import { type Holders, scopeView } from "./view";

/** The scopes of the company's own that keys may get, by name. For everyone who is signed in. */
export async function listScopes(ctx: Ctx): Promise<CompanyScope[]> {
  assertEnrolled(ctx.actor);
  return readScopes(ctx.db);
}

/** Like listScopes(), for the documentation, which is public. */
export function readScopes(db: ReadDb | Tx): Promise<CompanyScope[]> {
  return db.companyScope.findMany({
    where: { removalBeganAt: null },
    orderBy: { name: "asc" },
    select: { name: true, description: true },
  });
}

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

/** Unknown names that an error lists. */
const MAX_LISTED = 10;

/**
 * Throws `validation_failed`, with the closest names, unless all of these scopes exist. Called in
 * the change() that gives them to a key: a scope can't be removed until that has committed.
 */
export async function assertDefined(
  tx: Tx,
  { path, scopes }: { path: string; scopes: readonly string[] },
): Promise<void> {
  const own = scopes.filter((name) => !isScope(name));
  if (own.length === 0) return;
  const rows = await tx.$queryRaw<{ name: string }[]>`
    SELECT name FROM company_scopes WHERE name = ANY(${own}) AND removal_began_at IS NULL
    ORDER BY name FOR SHARE`;
  const defined = new Set(rows.map(({ name }) => name));
  const unknown = own.filter((name) => !defined.has(name));
  if (unknown.length === 0) return;
  const known = [...SCOPE_NAMES, ...(await readScopes(tx)).map(({ name }) => name)];
  const issues = unknown
    .slice(0, MAX_LISTED)
    .map((name) => ({ path, message: unknownName("scope", name, known) }));
  refuse(...issues);
}
